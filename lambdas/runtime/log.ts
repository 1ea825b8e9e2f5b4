import { AsyncLocalStorage } from "node:async_hooks";
import { type MetricName, metricLogLines } from "../../domain/metrics.ts";

export type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

let write = (_level: Level, line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Redirects every line from the process's output to `to`. */
export function redirectLog(to: (level: Level, line: string) => void): void {
  write = to;
}

/** What the lines of the call at hand carry. The local cloud runs many calls at once in one process. */
const currentCall = new AsyncLocalStorage<{ fields: Fields }>();

/** Does `work`; every line that it logs carries `fields`. */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return currentCall.run({ fields }, work);
}

/** From now on the lines of the call at hand carry `fields` too. */
export function addLogFields(fields: Fields): void {
  const call = currentCall.getStore();
  if (call) call.fields = { ...call.fields, ...fields };
}

/**
 * Writes one structured line. Fields are facts about the call, never bodies, codes, tokens, names or addresses; of people
 * only `userId`, the user pool's own id.
 */
export function log(level: Level, message: string, fields: Fields = {}): void {
  write(level, JSON.stringify({ level, message, ...currentCall.getStore()?.fields, ...fields }));
}

/** The metrics that a handler can count by what it says, not by what it refuses. */
type MessageMetric = {
  [Name in MetricName]: (typeof metricLogLines)[Name] extends { message: string } ? Name : never;
}[MetricName];

/** Writes the line by which `metric` is counted. Why: docs/decisions/0089-metrics-from-log-lines.md */
export function countMetric(metric: MessageMetric, fields?: Fields): void {
  log("info", metricLogLines[metric].message, fields);
}

/** What may be logged of an unknown failure: its name, message and stack. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.name, reason: error.message, stack: error.stack };
}
