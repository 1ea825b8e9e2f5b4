import { clockTime } from "./clock-time.ts";

/** In seconds. The step by which keys and buttons move a moment of a recording. */
export const momentStepSeconds = 0.1;

/** Rounds to tenths, which removes floating-point errors. */
const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * Rounds a moment to tenths of a second, within its recording.
 * @param end of the recording in seconds; null if unknown
 */
export function clampMoment(seconds: number, end: number | null): number {
  return Math.max(0, Math.min(end ?? Number.POSITIVE_INFINITY, tenths(seconds)));
}

/** Formats a moment as "0:07.3". */
export function momentText(seconds: number): string {
  const rounded = tenths(seconds);
  return `${clockTime(rounded)}.${Math.round(rounded * 10) % 10}`;
}
