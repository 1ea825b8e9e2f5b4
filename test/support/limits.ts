import { availableParallelism, loadavg } from "node:os";

/** A limit above the needed time does no harm, because a test's limit only stops endless work. */
const minFactor = 3;
const maxFactor = 12;

/**
 * Returns the factor by which work may take longer than on a quiet machine.
 * @param load the average number of processes that want to run
 * @param cores the number of processes that can run at the same time
 */
export function slowdownFactor(load: number, cores: number): number {
  return Math.min(maxFactor, Math.max(minFactor, 1 + load / cores));
}

/** Multiplies a limit in ms for a quiet machine by the factor for the current load. */
export function scaledTimeoutMs(quietMs: number): number {
  const [lastMinute = 0, lastFiveMinutes = 0] = loadavg();
  return Math.round(quietMs * slowdownFactor(Math.max(lastMinute, lastFiveMinutes), availableParallelism()));
}
