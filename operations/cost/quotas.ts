import { gatewayQuota, habits, peakLoad, requestsPerHour } from "../../lib/load.ts";
import { durationMs, firstTimes, routeWork } from "./handler-work.ts";
import type { Meter } from "./prices.ts";
import { calls, hoursPerMonth, perLearner } from "./usage.ts";

/** What AWS allows an account in a region, or a table, until more is asked for. */
export type Quota = {
  service: string;
  /** As Service Quotas names it. */
  name: string;
  /** Its code there, where it is known. */
  code?: string;
  limit: number;
  unit: string;
  /** What there is to do before it is reached. */
  raise: string;
  /** What a learner who practises takes of it, in the unit. */
  each: number;
};

const perSecond = (perHour: number) => perHour / 3600;
/** What is used evenly over an hour of practice. */
const ofMeter = (meter: Meter) => perSecond((perLearner[meter] ?? 0) / hoursPerMonth);
const { requests, heartbeats, joins, signIns, practising } = peakLoad(1_000_000);
const each = (load: number) => load / practising;

const concurrency = calls.reduce((sum, { perHour, work }) => sum + perSecond(perHour) * (durationMs(work) / 1000), 0);
const stored = perSecond(requestsPerHour["save-progress"]);
const storedFirst = firstTimes * perSecond(requestsPerHour["save-progress"] + requestsPerHour["complete-scenario"]);
const listed = perSecond(requestsPerHour["list-progress"]) * (routeWork["list-progress"].reads - 1);
/** Tokens are renewed when a page is opened and every hour. */
const renewals = perSecond(habits.visits + 1);
/** Files of the app that a page asks for. */
const filesPerVisit = 15;

const askGateway = "Request an increase. The stage's own limits rise up to this one (lib/load.ts).";
const buyCognito = "Request an increase. AWS charges 20 USD a month for each request a second.";
const warm = "Set the table's warm throughput, or let the traffic double at most every half hour.";

/** The quotas that a growing stage meets, as AWS gives them to ap-southeast-2. */
export const quotas: readonly Quota[] = [
  {
    service: "Lambda",
    name: "Concurrent executions",
    code: "L-B99A9384",
    limit: 1000,
    unit: "at once",
    raise: "Request an increase. New accounts have 10; `npm run doctor` warns of that.",
    each: concurrency,
  },
  {
    service: "API Gateway",
    name: "Throttle rate",
    code: "L-8A5B8E43",
    limit: gatewayQuota.rate,
    unit: "a second",
    raise: askGateway,
    each: each(requests + heartbeats + 2 * joins),
  },
  {
    service: "API Gateway",
    name: "New connections per second",
    code: "L-9ED1E49A",
    limit: gatewayQuota.newConnections,
    unit: "a second",
    raise: askGateway,
    each: each(joins),
  },
  {
    service: "Cognito",
    name: "Rate of UserRead requests",
    limit: 120,
    unit: "a second",
    raise: `${buyCognito} Each new connection checks its session.`,
    each: each(joins),
  },
  {
    service: "Cognito",
    name: "Rate of UserToken requests",
    limit: 120,
    unit: "a second",
    raise: buyCognito,
    each: renewals,
  },
  {
    service: "Cognito",
    name: "Rate of UserAuthentication requests",
    limit: 120,
    unit: "a second",
    raise: buyCognito,
    each: each(signIns),
  },
  {
    service: "Cognito",
    name: "Rate of UserList requests",
    limit: 30,
    unit: "a second",
    raise: "It cannot be increased. More than six times as many log-ins would reach it.",
    each: each(signIns),
  },
  {
    service: "DynamoDB",
    name: "Writes of a new table, user_progress",
    limit: 4000,
    unit: "units a second",
    raise: warm,
    each: stored,
  },
  {
    service: "DynamoDB",
    name: "Writes of a new table, call_counts",
    limit: 4000,
    unit: "units a second",
    raise: warm,
    each: 2 * storedFirst,
  },
  {
    service: "DynamoDB",
    name: "Reads of a new table, user_progress",
    limit: 12_000,
    unit: "units a second",
    raise: warm,
    each: 0.5 * stored + listed,
  },
  {
    service: "DynamoDB",
    name: "Table-level write throughput, user_progress",
    code: "L-AB614373",
    limit: 40_000,
    unit: "units a second",
    raise: "Request an increase.",
    each: stored,
  },
  {
    service: "EventBridge",
    name: "PutEvents throttle limit",
    limit: 1200,
    unit: "a second",
    raise: "Request an increase. A learner's other tabs see a change later; nothing is lost.",
    each: ofMeter("events"),
  },
  {
    service: "SES",
    name: "Sending rate, out of the sandbox",
    limit: 14,
    unit: "e-mails a second",
    raise: "Request an increase. SES raises it automatically for senders with few bounces and complaints.",
    each: ofMeter("mails"),
  },
  {
    service: "CloudFront",
    name: "Requests per second per distribution",
    limit: 250_000,
    unit: "a second",
    raise: "Request an increase.",
    each: ofMeter("content-requests"),
  },
  {
    service: "CloudFront",
    name: "Data transfer rate per distribution",
    limit: 150,
    unit: "Gbit/s",
    raise: "Request an increase.",
    each: 8 * ofMeter("content-traffic"),
  },
  {
    service: "Amplify Hosting",
    name: "Request tokens per second",
    limit: 20_000,
    unit: "a second",
    raise: "Request an increase.",
    each: perSecond(habits.visits * filesPerVisit),
  },
  {
    service: "X-Ray",
    name: "Segments per second",
    limit: 2600,
    unit: "a second",
    raise: "Excess segments are dropped, which affects no learner.",
    each: 0.05 * ofMeter("function-calls"),
  },
];

/** What so many learners take of a quota at their busiest moment. */
export const demandOn = (quota: Quota, learners: number): number => quota.each * peakLoad(learners).practising;

/** With how many learners a quota is reached at the busiest moment. */
export const learnersAt = (quota: Quota): number => quota.limit / demandOn(quota, 1);
