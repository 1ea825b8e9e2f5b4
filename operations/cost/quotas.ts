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

const askGateway = "Ask for more. The stage's own limits go up to this one (lib/load.ts).";
const buyCognito = "Ask for more; AWS sells it, at 20 USD a month for each request a second.";
const warm = "Warm the table up (its warm throughput), or let the traffic double no faster than every half hour.";

/** The quotas that a growing stage meets, as AWS gives them to ap-southeast-2. */
export const quotas: readonly Quota[] = [
  {
    service: "Lambda",
    name: "Concurrent executions",
    code: "L-B99A9384",
    limit: 1000,
    unit: "at once",
    raise: "Ask for more. New accounts begin with 10, of which `npm run doctor` warns.",
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
    raise: `${buyCognito} Each connection that is opened asks whether the session holds.`,
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
    raise: "Cannot be raised. It takes signing in by more than six times as many.",
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
    raise: "Ask for more.",
    each: stored,
  },
  {
    service: "EventBridge",
    name: "PutEvents throttle limit",
    limit: 1200,
    unit: "a second",
    raise: "Ask for more; a learner's change is told to their other tabs later, not lost.",
    each: ofMeter("events"),
  },
  {
    service: "SES",
    name: "Sending rate, out of the sandbox",
    limit: 14,
    unit: "e-mails a second",
    raise: "Ask for more; SES raises it by itself for those whose e-mails are wanted.",
    each: ofMeter("mails"),
  },
  {
    service: "CloudFront",
    name: "Requests per second per distribution",
    limit: 250_000,
    unit: "a second",
    raise: "Ask for more.",
    each: ofMeter("content-requests"),
  },
  {
    service: "CloudFront",
    name: "Data transfer rate per distribution",
    limit: 150,
    unit: "Gbit/s",
    raise: "Ask for more.",
    each: 8 * ofMeter("content-traffic"),
  },
  {
    service: "Amplify Hosting",
    name: "Request tokens per second",
    limit: 20_000,
    unit: "a second",
    raise: "Ask for more.",
    each: perSecond(habits.visits * filesPerVisit),
  },
  {
    service: "X-Ray",
    name: "Segments per second",
    limit: 2600,
    unit: "a second",
    raise: "Segments above it are dropped, which harms nobody.",
    each: 0.05 * ofMeter("function-calls"),
  },
];

/** What so many learners take of a quota at their busiest moment. */
export const demandOn = (quota: Quota, learners: number): number => quota.each * peakLoad(learners).practising;

/** With how many learners a quota is reached at the busiest moment. */
export const learnersAt = (quota: Quota): number => quota.limit / demandOn(quota, 1);
