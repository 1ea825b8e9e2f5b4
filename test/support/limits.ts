import { availableParallelism, loadavg } from "node:os";

/** A limit is there to end what would go on for ever; how quick things are is for the benchmark to say. */
const minFactor = 3;
const maxFactor = 12;

/**
 * How many times longer than on a quiet machine of one's own something may take.
 * @param load how many processes want to run, on average
 * @param cores how many can
 */
export function slowdownFactor(load: number, cores: number): number {
  return Math.min(maxFactor, Math.max(minFactor, 1 + load / cores));
}

/** The limit, in ms, of something that takes at most `quietMs` on a quiet machine: as busy as this one is now. */
export function scaledTimeoutMs(quietMs: number): number {
  const [lastMinute = 0, lastFiveMinutes = 0] = loadavg();
  return Math.round(quietMs * slowdownFactor(Math.max(lastMinute, lastFiveMinutes), availableParallelism()));
}
