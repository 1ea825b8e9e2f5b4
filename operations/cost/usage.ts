import { heartbeatMs } from "../../domain/realtime/channel-transition.ts";
import { habits, mock, practisedShare, requestsPerHour } from "../../lib/load.ts";
import { durationMs, firstTimes, held, mockBytes, otherWork, routeWork, type Work } from "./handler-work.ts";
import type { Meter } from "./prices.ts";

export const daysPerMonth = 30;
export const hoursPerMonth = habits.hoursPerDay * daysPerMonth;
const hours = hoursPerMonth;
const secondsPerMonth = daysPerMonth * 24 * 3600;
const gigabyte = 1e9;
/** Memory of a function, in GB: lib/handler-function.ts. */
const functionMemory = 0.5;

/** What is sent and stored, in bytes. */
export const sizes = {
  /** A segment's original and its reference: the mean of the sample pack, which is spoken at 16 kbit/s. */
  recording: 24_200,
  /** An answer of the API with its headers, but for that of list-progress, which grows with what is held. */
  answer: 1200,
  /** The app loaded for the first time, and again by a browser that has its files: what Vite builds, compressed. */
  app: 500_000,
  page: 12_000,
  /** Lines of a function's call: Lambda's two and the handler's own. */
  functionLog: 900,
  /** Lines of the access logs, of the HTTP API and of the WebSocket API. */
  accessLog: 400,
  channelLog: 300,
} as const;

/** Of a learner's visits, those of a browser that has not got the app's files: it is new, or the app is. */
const newVisits = 0.1;
/** E-mails that a learner is sent in a month: codes, mostly, of which one comes at signing up. */
const mailsPerMonth = 0.5;
/** Requests of a learner to Cognito in a month: each signing in takes three, and tokens are renewed every hour. */
const cognitoPerMonth = hours * (1 + 3 * habits.signIns);

const mockJson = 1.17;

type Called = { perHour: number; work: Work };

/** Every handler, how often it is called in an hour of practice, and what it takes. */
export const calls: readonly (Called & { name: string; by: "request" | "event" })[] = [
  ...Object.entries(routeWork).map(([name, work]) => ({
    name,
    by: "request" as const,
    // The record has the names of requestsPerHour; Object.entries forgets them.
    perHour: requestsPerHour[name as keyof typeof requestsPerHour],
    work,
  })),
  ...Object.entries(otherWork).map(([name, called]) => ({ name, by: "event" as const, ...called })),
];

const monthly = (of: (called: Called) => number) =>
  calls.reduce((sum, called) => sum + hours * called.perHour * of(called), 0);

/** X-Ray takes the first call of each second and one of twenty of the others, of each function. */
const traceOf = (callsPerMonth: number) => {
  const first = Math.min(callsPerMonth, secondsPerMonth);
  return first + 0.05 * (callsPerMonth - first);
};

const requests = hours * Object.values(requestsPerHour).reduce((sum, some) => sum + some, 0);
const functionCalls = monthly(() => 1);
const heartbeats = (hours * 3600 * 1000) / heartbeatMs;
const joins = hours * otherWork.connect.perHour;
const visits = hours * habits.visits;
const fetched = firstTimes * hours * (practisedShare * habits.segments + habits.mocks * mock.segments);
/** What grows with what is held. As JSON, a row of a mock or a marking takes a sixth more than in its table. */
const lists =
  hours *
  (requestsPerHour["list-progress"] * held.segments * held.rowBytes +
    requestsPerHour["list-exam-attempts"] * held.mocks * mockJson * mockBytes.sat +
    requestsPerHour["list-exam-markings"] * mockJson * mockBytes.marking +
    requestsPerHour["mark-exam-attempt"] * mockJson * (mockBytes.marking / 2));
/** Each heartbeat is answered; joining and leaving are charged as minutes, not as messages. */
const messages = 2 * heartbeats + hours * otherWork["push-changes"].perHour;
const heldBytes =
  (held.segments + held.scenarios + 4) * held.rowBytes + held.mocks * (mockBytes.sat + mockBytes.marking);
const logged =
  functionCalls * sizes.functionLog + requests * sizes.accessLog + (heartbeats + 2 * joins) * sizes.channelLog;

/** How many months of logs are kept, in the size that they are kept in: compressed to about a seventh. */
const logsKept = 3 / 7;

/** What one learner uses in a month, in units of the meters, but for what does not grow with each. */
export const perLearner: Partial<Record<Meter, number>> = {
  "http-requests": requests,
  "channel-messages": messages,
  "channel-minutes": hours * 60,
  "function-calls": functionCalls,
  "function-time": monthly(({ work }) => (durationMs(work) / 1000) * functionMemory),
  "table-reads": monthly(({ work }) => work.reads),
  "table-writes": monthly(({ work }) => work.writes),
  "table-storage": heldBytes / gigabyte,
  "table-recovery": heldBytes / gigabyte,
  events: hours * otherWork["push-changes"].perHour,
  "log-lines": logged / gigabyte,
  "log-storage": (logged * logsKept) / gigabyte,
  "content-traffic": (2 * fetched * sizes.recording) / gigabyte,
  "content-requests": 2 * fetched + hours * habits.dialogues,
  "site-traffic": (visits * (newVisits * sizes.app + (1 - newVisits) * sizes.page)) / gigabyte,
  "api-traffic": (requests * sizes.answer + lists) / gigabyte,
  mails: mailsPerMonth,
};

/** Packs of twenty languages, each of a hundred dialogues. */
const contentGigabytes = 2;
/** What is not in the cache of an edge near a learner is read from the bucket once a day and edge, of a thousand files. */
const bucketReads = 30 * 1000 * 20;

/** What `learners` use in a month, in units of the meters. */
export function usageOf(learners: number): Partial<Record<Meter, number>> {
  const each = Object.entries(perLearner).map(([meter, units]) => [meter, units * learners] as const);
  const traces = calls.reduce((sum, { perHour }) => sum + traceOf(hours * perHour * learners), 0);
  return {
    ...Object.fromEntries(each),
    traces,
    "stored-files": contentGigabytes,
    "file-reads": Math.min(bucketReads, (perLearner["content-requests"] ?? 0) * learners),
  };
}

/** What a firewall before the user pool looks at. */
export const firewalledRequests = (learners: number): number => learners * cognitoPerMonth;
