import { AsyncLocalStorage } from "node:async_hooks";
import { type MetricName, metricLogLines } from "../../domain/metrics.ts";

export type Level = "info" | "warn" | "error";

const lambdaLevels = { info: "INFO", warn: "WARN", error: "ERROR" } as const satisfies Record<Level, string>;

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

let write = (_level: Level, line: string): void => {
  process.stdout.write(`${line}\n`);
};

export function redirectLog(to: (level: Level, line: string) => void): void {
  write = to;
}

/** Each call has its own fields, because the local cloud runs many calls at once in one process. */
const currentCall = new AsyncLocalStorage<{ fields: Fields }>();

export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return currentCall.run({ fields }, work);
}

export function addLogFields(fields: Fields): void {
  const call = currentCall.getStore();
  if (call) call.fields = { ...call.fields, ...fields };
}

/**
 * The fields `timestamp` and `level` are named as in Lambda's own JSON lines, so that Lambda can filter these lines by
 * level.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html (read on 2026-11-25)
 *
 * Do not log bodies, email codes, tokens, or names and addresses of people. Identify people only by `userId`, the user
 * pool's own id.
 */
export function log(level: Level, message: string, fields: Fields = {}): void {
  const line = { timestamp: new Date().toISOString(), level: lambdaLevels[level], message };
  write(level, JSON.stringify({ ...line, ...currentCall.getStore()?.fields, ...fields }));
}

type MessageMetric = {
  [Name in MetricName]: (typeof metricLogLines)[Name] extends { message: string } ? Name : never;
}[MetricName];

/** Why: docs/decisions/0089-metrics-from-log-lines.md */
export function countMetric(metric: MessageMetric, fields?: Fields): void {
  log("info", metricLogLines[metric].message, fields);
}

export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.name, reason: error.message, stack: error.stack };
}
