import { heartbeatMs } from "../../domain/realtime/channel-transition.ts";
import {
  examAssumptions,
  practiceShare,
  requestsPerHour,
  usageAssumptions,
  userPoolRequestsPerHour,
} from "../../lib/load.ts";
import {
  callDurationMs,
  eventWork,
  examRowBytes,
  firstAttemptShare,
  type HandlerWork,
  routeWork,
  storedPerLearner,
  studyBatchBytes,
  studyBatches,
} from "./handler-work.ts";
import { type Meter, meters } from "./prices.ts";
import { sharingPerLearner } from "./sharing-usage.ts";

export const daysPerMonth = 30;
export const hoursPerMonth = usageAssumptions.hoursPerDay * daysPerMonth;
const practiceHours = hoursPerMonth;
const secondsPerMonth = daysPerMonth * 24 * 3600;
export const gigabyte = 1e9;
/** In GB. lib/handler-function.ts sets the same memory. */
export const functionMemory = 0.5;

/** In bytes. */
export const sizes = {
  /** One audio file of a segment: about the mean of the sample pack. */
  recording: 24_200,
  /** A response of the API with its headers. Lists that grow with a learner's rows are counted separately. */
  answer: 1200,
  /** A first load of the app, compressed. */
  app: 500_000,
  /** A load with cached files, compressed. */
  page: 12_000,
  /** Log lines of one call, with those of Lambda. */
  functionLog: 900,
  /** A line of the HTTP API's access log, with the 26 bytes that CloudWatch adds. */
  accessLog: 400,
  /** A line of the WebSocket API's access log, with the 26 bytes that CloudWatch adds. */
  channelLog: 210,
} as const;

/** The share of visits without cached files. */
const newVisitShare = 0.1;
const mailsPerMonth = 0.5;
const userPoolRequestsPerMonth =
  practiceHours * Object.values(userPoolRequestsPerHour).reduce((sum, requests) => sum + requests, 0);

/** The size of an exam's row as JSON, relative to its size in the table. */
const examJsonFactor = 1.17;

type HandlerCalls = { perHour: number; work: HandlerWork };

export const handlerCalls: readonly (HandlerCalls & { name: string; by: "request" | "event" })[] = [
  ...Object.entries(routeWork).map(([name, work]) => ({
    name,
    by: "request" as const,
    // Object.entries loses the type of the keys, which are those of `requestsPerHour`.
    perHour: requestsPerHour[name as keyof typeof requestsPerHour],
    work,
  })),
  ...Object.entries(eventWork).map(([name, called]) => ({ name, by: "event" as const, ...called })),
];

const sumMonthly = (of: (called: HandlerCalls) => number) =>
  handlerCalls.reduce((sum, called) => sum + practiceHours * called.perHour * of(called), 0);

/** For each function, X-Ray samples the first call of each second and 5 percent of the other calls. */
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
/** Factors by which gzip makes lists smaller. */
export const compression = { progress: 12, others: 5 } as const;

const progressLists = requestsPerHour["list-progress"] + requestsPerHour["get-home"] / 2;
const examLists = requestsPerHour["list-exam-attempts"] + requestsPerHour["get-home"];
const markingLists = requestsPerHour["list-exam-markings"] + requestsPerHour["get-home"];
/** Monthly bytes of the responses that grow with a learner's rows. */
const listedBytes =
  practiceHours *
  ((progressLists * storedPerLearner.segments * storedPerLearner.rowBytes) / compression.progress +
    (examJsonFactor *
      (examLists * storedPerLearner.exams * examRowBytes.sat +
        markingLists * examRowBytes.marking +
        requestsPerHour["mark-exam-attempt"] * (examRowBytes.marking / 2)) +
      requestsPerHour["list-study-changes"] * studyBatchBytes.json) /
      compression.others);
/** Each heartbeat has a response, which is a message too. */
const monthlyMessages = 2 * monthlyHeartbeats + practiceHours * eventWork["push-changes"].perHour;
const storedBytes =
  (storedPerLearner.segments + storedPerLearner.scenarios + 4) * storedPerLearner.rowBytes +
  storedPerLearner.exams * (examRowBytes.sat + examRowBytes.marking) +
  studyBatches.stored * studyBatchBytes.row;
const loggedBytes =
  functionCalls * sizes.functionLog +
  monthlyRequests * sizes.accessLog +
  (monthlyHeartbeats + 2 * monthlyConnections) * sizes.channelLog;

/** Three months of logs, compressed to about a seventh. */
export const storedLogMonths = 3 / 7;

const practicePerLearner: Partial<Record<Meter, number>> = {
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

type Usage = Partial<Record<Meter, number>>;

const addUsage = (...parts: readonly Usage[]): Usage => {
  const sums: Usage = {};
  for (const part of parts) {
    for (const meter of meters) if (part[meter] !== undefined) sums[meter] = (sums[meter] ?? 0) + part[meter];
  }
  return sums;
};

/** Monthly. Leaves out usage that does not grow in proportion to the number of learners. */
export const perLearner: Usage = addUsage(practicePerLearner, sharingPerLearner);

/** Twenty languages with a hundred dialogues each. */
const contentGigabytes = 2;
/** Per month: each of twenty edge locations reads a thousand files once a day. */
const bucketReads = 30 * 1000 * 20;

const scaleUsage = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([meter, units]) => [meter, units * factor]));

/** Monthly. `shares: false` leaves out feedback by links. */
export function usageFor(learners: number, { shares = true } = {}): Usage {
  const traces = handlerCalls.reduce((sum, { perHour }) => sum + sampledTraces(practiceHours * perHour * learners), 0);
  const contentReads = (practicePerLearner["content-requests"] ?? 0) * learners;
  return addUsage(scaleUsage(practicePerLearner, learners), shares ? scaleUsage(sharingPerLearner, learners) : {}, {
    traces,
    "stored-files": contentGigabytes,
    "file-reads": Math.min(bucketReads, contentReads),
  });
}

/** Monthly. */
export const firewallRequests = (learners: number): number => learners * userPoolRequestsPerMonth;
