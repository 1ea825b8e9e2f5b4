import { availableParallelism, loadavg } from "node:os";

/** A limit only ends what would never end. The benchmark measures speed. */
const minFactor = 3;
const maxFactor = 12;

/**
 * Returns how many times longer something may take than on a quiet machine.
 * @param load average number of processes that want to run
 * @param cores number of processes that can run at once
 */
export function slowdownFactor(load: number, cores: number): number {
  return Math.min(maxFactor, Math.max(minFactor, 1 + load / cores));
}

/** Scales a limit for a quiet machine, in ms, to the present load. */
export function scaledTimeoutMs(quietMs: number): number {
  const [lastMinute = 0, lastFiveMinutes = 0] = loadavg();
  return Math.round(quietMs * slowdownFactor(Math.max(lastMinute, lastFiveMinutes), availableParallelism()));
}
