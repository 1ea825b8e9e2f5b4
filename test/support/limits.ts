import { availableParallelism, loadavg } from "node:os";

/** A limit above the needed time does no harm, because a test's limit only stops endless work. */
const minFactor = 3;
const maxFactor = 12;

/** @param load the average number of processes that want to run */
export function slowdownFactor(load: number, cores: number): number {
  return Math.min(maxFactor, Math.max(minFactor, 1 + load / cores));
}

export function scaledTimeoutMs(quietMs: number): number {
  const [lastMinute = 0, lastFiveMinutes = 0] = loadavg();
  return Math.round(quietMs * slowdownFactor(Math.max(lastMinute, lastFiveMinutes), availableParallelism()));
}
