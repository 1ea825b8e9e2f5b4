import { clockTime } from "../ui/clock-time.ts";

/** In seconds. The step by which a comment is moved. */
export const momentStepSeconds = 0.1;

/** Rounds to tenths, which removes floating-point errors. */
const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** Returns a moment of a recording in tenths of a second. @param end in seconds; 0 if unknown */
export function clampMoment(seconds: number, end: number): number {
  return tenths(Math.max(0, end > 0 ? Math.min(seconds, end) : seconds));
}

/** Formats a moment as "0:07.3". */
export function momentText(seconds: number): string {
  const rounded = tenths(seconds);
  return `${clockTime(rounded)}.${Math.round(rounded * 10) % 10}`;
}
