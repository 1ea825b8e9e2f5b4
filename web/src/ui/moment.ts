import { clockTime } from "./clock-time.ts";

export const momentStepSeconds = 0.1;

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** @param end of the recording in seconds */
export function clampMoment(seconds: number, end: number | null): number {
  return Math.max(0, Math.min(end ?? Number.POSITIVE_INFINITY, tenths(seconds)));
}

/** Formats a moment as "0:07.3". */
export function momentText(seconds: number): string {
  const rounded = tenths(seconds);
  return `${clockTime(rounded)}.${Math.round(rounded * 10) % 10}`;
}
