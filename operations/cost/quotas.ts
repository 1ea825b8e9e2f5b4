import { gatewayQuota, peakLoad, requestsPerHour, usageAssumptions } from "../../lib/load.ts";
import { accountCheck, callDurationMs, firstAttemptShare, routeWork, studySave } from "./handler-work.ts";
import type { Meter } from "./prices.ts";
import type { Quota } from "./quota.ts";
import { handlerCalls, hoursPerMonth, perLearner } from "./usage.ts";
import { userPoolQuotas } from "./user-pool-quotas.ts";

const perSecond = (perHour: number) => perHour / 3600;
/** Spreads a monthly meter evenly over the hours of practice. */
const meterRate = (meter: Meter) => perSecond((perLearner[meter] ?? 0) / hoursPerMonth);
const { requests, heartbeats, newConnections, concurrentLearners } = peakLoad(1_000_000);
const perActiveLearner = (load: number) => load / concurrentLearners;

const concurrency = handlerCalls.reduce(
  (sum, { perHour, work }) => sum + perSecond(perHour) * (callDurationMs(work) / 1000),
  0,
);
const progressSavesPerSecond = perSecond(requestsPerHour["save-progress"]);
const firstSavesPerSecond =
  firstAttemptShare * perSecond(requestsPerHour["save-progress"] + requestsPerHour["complete-scenario"]);
const studySavesPerSecond = perSecond(requestsPerHour["save-study-changes"]);
const progressReadsPerSecond = perSecond(requestsPerHour["list-progress"]) * (routeWork["list-progress"].reads - 1);
const filesPerVisit = 15;

const gatewayAdvice = "Request an increase. The stage's own limits rise up to this one (lib/load.ts).";
const warmThroughputAdvice = "Set the table's warm throughput, or let the traffic double at most every half hour.";

/** Quotas that a growing stage can reach, with their defaults in ap-southeast-2. */
export const quotas: readonly Quota[] = [
  {
    service: "Lambda",
    name: "Concurrent executions",
    code: "L-B99A9384",
    limit: 1000,
    unit: "at once",
    advice: "Request an increase. New accounts have 10; `npm run doctor` warns of that.",
    demandPerLearner: concurrency,
  },
  {
    service: "API Gateway",
    name: "Throttle rate",
    code: "L-8A5B8E43",
    limit: gatewayQuota.rate,
    unit: "a second",
    advice: gatewayAdvice,
    demandPerLearner: perActiveLearner(requests + heartbeats + 2 * newConnections),
  },
  {
    service: "API Gateway",
    name: "New connections per second",
    code: "L-9ED1E49A",
    limit: gatewayQuota.newConnections,
    unit: "a second",
    advice: gatewayAdvice,
    demandPerLearner: perActiveLearner(newConnections),
  },
  ...userPoolQuotas,
  {
    service: "DynamoDB",
    name: "Writes of a new table, user_progress",
    limit: 4000,
    unit: "units a second",
    advice: warmThroughputAdvice,
    demandPerLearner: progressSavesPerSecond,
  },
  {
    service: "DynamoDB",
    name: "Writes of a new table, call_counts",
    limit: 4000,
    unit: "units a second",
    advice: warmThroughputAdvice,
    demandPerLearner: 2 * firstSavesPerSecond + studySavesPerSecond,
  },
  {
    service: "DynamoDB",
    name: "Writes of a new table, study_changes",
    limit: 4000,
    unit: "units a second",
    advice: warmThroughputAdvice,
    demandPerLearner: studySave.writes * studySavesPerSecond,
  },
  {
    service: "DynamoDB",
    name: "Reads of a new table, study_changes",
    limit: 12_000,
    unit: "units a second",
    advice: warmThroughputAdvice,
    demandPerLearner:
      (studySave.reads - accountCheck.reads) * studySavesPerSecond +
      (routeWork["list-study-changes"].reads - accountCheck.reads) * perSecond(requestsPerHour["list-study-changes"]),
  },
  {
    service: "DynamoDB",
    name: "Reads of a new table, user_progress",
    limit: 12_000,
    unit: "units a second",
    advice: warmThroughputAdvice,
    demandPerLearner: 0.5 * progressSavesPerSecond + progressReadsPerSecond,
  },
  {
    service: "DynamoDB",
    name: "Table-level write throughput, user_progress",
    code: "L-AB614373",
    limit: 40_000,
    unit: "units a second",
    advice: "Request an increase.",
    demandPerLearner: progressSavesPerSecond,
  },
  {
    service: "EventBridge",
    name: "PutEvents throttle limit",
    limit: 1200,
    unit: "a second",
    advice: "Request an increase. A learner's other tabs see a change later; nothing is lost.",
    demandPerLearner: meterRate("events"),
  },
  {
    service: "SES",
    name: "Sending rate, out of the sandbox",
    limit: 14,
    unit: "emails a second",
    advice: "Request an increase. SES raises it automatically for senders with few bounces and complaints.",
    demandPerLearner: meterRate("mails"),
  },
  {
    service: "CloudFront",
    name: "Requests per second per distribution",
    limit: 250_000,
    unit: "a second",
    advice: "Request an increase.",
    demandPerLearner: meterRate("content-requests"),
  },
  {
    service: "CloudFront",
    name: "Data transfer rate per distribution",
    limit: 150,
    unit: "Gbit/s",
    advice: "Request an increase.",
    demandPerLearner: 8 * meterRate("content-traffic"),
  },
  {
    service: "Amplify Hosting",
    name: "Request tokens per second",
    limit: 20_000,
    unit: "a second",
    advice: "Request an increase.",
    demandPerLearner: perSecond(usageAssumptions.visits * filesPerVisit),
  },
  {
    service: "X-Ray",
    name: "Segments per second",
    limit: 2600,
    unit: "a second",
    advice: "Excess segments are dropped, which affects no learner.",
    demandPerLearner: 0.05 * meterRate("function-calls"),
  },
];

export const demandFor = (quota: Quota, learners: number): number =>
  quota.demandPerLearner * peakLoad(learners).concurrentLearners;

export const learnersAtLimit = (quota: Quota): number => quota.limit / demandFor(quota, 1);
