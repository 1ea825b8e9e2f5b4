import { heartbeatMs } from "../../domain/realtime/channel-transition.ts";
import { examAssumptions, practiceShare, requestsPerHour, usageAssumptions } from "../../lib/load.ts";
import {
  callDurationMs,
  eventWork,
  examRowBytes,
  firstAttemptShare,
  type HandlerWork,
  routeWork,
  storedPerLearner,
} from "./handler-work.ts";
import type { Meter } from "./prices.ts";

export const daysPerMonth = 30;
export const hoursPerMonth = usageAssumptions.hoursPerDay * daysPerMonth;
const practiceHours = hoursPerMonth;
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
const newVisitShare = 0.1;
/** E-mails that a learner is sent in a month: codes, mostly, of which one comes at signing up. */
const mailsPerMonth = 0.5;
/** Requests of a learner to Cognito in a month: each signing in takes three, and tokens are renewed every hour. */
const cognitoPerMonth = practiceHours * (1 + 3 * usageAssumptions.signIns);

const examJsonFactor = 1.17;

type HandlerCalls = { perHour: number; work: HandlerWork };

/** Every handler, how often it is called in an hour of practice, and what it takes. */
export const handlerCalls: readonly (HandlerCalls & { name: string; by: "request" | "event" })[] = [
  ...Object.entries(routeWork).map(([name, work]) => ({
    name,
    by: "request" as const,
    // The record has the names of requestsPerHour; Object.entries forgets them.
    perHour: requestsPerHour[name as keyof typeof requestsPerHour],
    work,
  })),
  ...Object.entries(eventWork).map(([name, called]) => ({ name, by: "event" as const, ...called })),
];

const sumMonthly = (of: (called: HandlerCalls) => number) =>
  handlerCalls.reduce((sum, called) => sum + practiceHours * called.perHour * of(called), 0);

/** X-Ray takes the first call of each second and one of twenty of the others, of each function. */
const sampledTraces = (callsPerMonth: number) => {
  const first = Math.min(callsPerMonth, secondsPerMonth);
  return first + 0.05 * (callsPerMonth - first);
};

const monthlyRequests = practiceHours * Object.values(requestsPerHour).reduce((sum, some) => sum + some, 0);
const functionCalls = sumMonthly(() => 1);
const monthlyHeartbeats = (practiceHours * 3600 * 1000) / heartbeatMs;
const monthlyConnections = practiceHours * eventWork.connect.perHour;
const monthlyVisits = practiceHours * usageAssumptions.visits;
const fetchedSegments =
  firstAttemptShare *
  practiceHours *
  (practiceShare * usageAssumptions.segments + usageAssumptions.exams * examAssumptions.segments);
/** What grows with what is held. As JSON, a row of a mock or a marking takes a sixth more than in its table. */
const listedBytes =
  practiceHours *
  (requestsPerHour["list-progress"] * storedPerLearner.segments * storedPerLearner.rowBytes +
    requestsPerHour["list-exam-attempts"] * storedPerLearner.exams * examJsonFactor * examRowBytes.sat +
    requestsPerHour["list-exam-markings"] * examJsonFactor * examRowBytes.marking +
    requestsPerHour["mark-exam-attempt"] * examJsonFactor * (examRowBytes.marking / 2));
/** Each heartbeat is answered; joining and leaving are charged as minutes, not as messages. */
const monthlyMessages = 2 * monthlyHeartbeats + practiceHours * eventWork["push-changes"].perHour;
const storedBytes =
  (storedPerLearner.segments + storedPerLearner.scenarios + 4) * storedPerLearner.rowBytes +
  storedPerLearner.exams * (examRowBytes.sat + examRowBytes.marking);
const loggedBytes =
  functionCalls * sizes.functionLog +
  monthlyRequests * sizes.accessLog +
  (monthlyHeartbeats + 2 * monthlyConnections) * sizes.channelLog;

/** How many months of logs are kept, in the size that they are kept in: compressed to about a seventh. */
const storedLogMonths = 3 / 7;

/** What one learner uses in a month, in units of the meters, but for what does not grow with each. */
export const perLearner: Partial<Record<Meter, number>> = {
  "http-requests": monthlyRequests,
  "channel-messages": monthlyMessages,
  "channel-minutes": practiceHours * 60,
  "function-calls": functionCalls,
  "function-time": sumMonthly(({ work }) => (callDurationMs(work) / 1000) * functionMemory),
  "table-reads": sumMonthly(({ work }) => work.reads),
  "table-writes": sumMonthly(({ work }) => work.writes),
  "table-storage": storedBytes / gigabyte,
  "table-recovery": storedBytes / gigabyte,
  events: practiceHours * eventWork["push-changes"].perHour,
  "log-lines": loggedBytes / gigabyte,
  "log-storage": (loggedBytes * storedLogMonths) / gigabyte,
  "content-traffic": (2 * fetchedSegments * sizes.recording) / gigabyte,
  "content-requests": 2 * fetchedSegments + practiceHours * usageAssumptions.dialogues,
  "site-traffic": (monthlyVisits * (newVisitShare * sizes.app + (1 - newVisitShare) * sizes.page)) / gigabyte,
  "api-traffic": (monthlyRequests * sizes.answer + listedBytes) / gigabyte,
  mails: mailsPerMonth,
};

/** Packs of twenty languages, each of a hundred dialogues. */
const contentGigabytes = 2;
/** What is not in the cache of an edge near a learner is read from the bucket once a day and edge, of a thousand files. */
const bucketReads = 30 * 1000 * 20;

/** What `learners` use in a month, in units of the meters. */
export function usageFor(learners: number): Partial<Record<Meter, number>> {
  const each = Object.entries(perLearner).map(([meter, units]) => [meter, units * learners] as const);
  const traces = handlerCalls.reduce((sum, { perHour }) => sum + sampledTraces(practiceHours * perHour * learners), 0);
  return {
    ...Object.fromEntries(each),
    traces,
    "stored-files": contentGigabytes,
    "file-reads": Math.min(bucketReads, (perLearner["content-requests"] ?? 0) * learners),
  };
}

/** What a firewall before the user pool looks at. */
export const firewallRequests = (learners: number): number => learners * cognitoPerMonth;
