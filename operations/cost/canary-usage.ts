import * as z from "zod";
import { callDurationMs, eventWork, routeWork } from "./handler-work.ts";
import type { Meter } from "./prices.ts";
import { daysPerMonth, functionMemory, gigabyte, sizes, storedLogMonths } from "./usage.ts";

const minutesPerMonth = daysPerMonth * 24 * 60;
const canaryDescription = "Parlance: schedule/run-canary";

const learnerWork = [routeWork["grant-content"], eventWork.connect.work, eventWork.disconnect.work];
const triggerWork = { reads: 0, writes: 0, roundTrips: 0 };
const functionCalls = learnerWork.length + 2;
/** Assumed duration of the canary itself, mostly waiting. */
const runMs = 1500;
/** Log lines of the canary's steps, in bytes. */
const stepLog = 1200;
/** Content that a run fetches: two lists and the beginning of an audio file, in bytes. */
const contentBytes = 12_000;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const workMs = runMs + sum([...learnerWork, triggerWork].map(callDurationMs));
/** The WebSocket access log has one line each for the opening, a heartbeat and the end of a connection. */
const loggedBytes = functionCalls * sizes.functionLog + stepLog + sizes.accessLog + 3 * sizes.channelLog;

/** In units of the meters. Counts a connection of some seconds as a minute. */
export const perCanaryRun: Partial<Record<Meter, number>> = {
  "http-requests": 1,
  "channel-messages": 2,
  "channel-minutes": 1,
  "function-calls": functionCalls,
  "function-time": (workMs / 1000) * functionMemory,
  "table-reads": sum(learnerWork.map(({ reads }) => reads)),
  "table-writes": sum(learnerWork.map(({ writes }) => writes)),
  "log-lines": loggedBytes / gigabyte,
  "log-storage": (loggedBytes * storedLogMonths) / gigabyte,
  "content-traffic": contentBytes / gigabyte,
  "content-requests": 3,
  "api-traffic": sizes.answer / gigabyte,
  // X-Ray samples the first call of each second.
  traces: functionCalls,
};

const Described = z.object({ Description: z.string().optional() });
const Rule = z.object({
  ScheduleExpression: z.string().optional(),
  Targets: z.array(z.object({ Arn: z.unknown() })).default([]),
});

type Resource = { Type: string; Properties: Readonly<Record<string, unknown>> };

function countRuns(resources: Readonly<Record<string, Resource>>): number {
  const entries = Object.entries(resources);
  const isCanary = ({ Type, Properties }: Resource) =>
    Type === "AWS::Lambda::Function" && Described.parse(Properties).Description === canaryDescription;
  const [id] = entries.find(([, resource]) => isCanary(resource)) ?? [];
  const rates = entries.flatMap(([, { Type, Properties }]) => {
    if (id === undefined || Type !== "AWS::Events::Rule") return [];
    const { ScheduleExpression = "", Targets } = Rule.parse(Properties);
    const isForCanary = Targets.some(({ Arn }) => JSON.stringify(Arn).includes(`"${id}"`));
    return isForCanary ? [Number(/^rate\((\d+) minutes\)$/.exec(ScheduleExpression)?.[1])] : [];
  });
  return sum(rates.map((minutes) => minutesPerMonth / minutes));
}

/** Per month. */
export function countCanaryUnits(resources: Readonly<Record<string, Resource>>): Map<Meter, number> {
  const runs = countRuns(resources);
  // Object.entries loses the type of the keys, which are those of `perCanaryRun`.
  const perRun = Object.entries(perCanaryRun) as [Meter, number][];
  return new Map(perRun.map(([meter, units]) => [meter, runs * units]));
}
