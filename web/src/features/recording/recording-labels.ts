import type { Gap } from "../../../../domain/practice/practice.ts";
import { clockTime } from "../../ui/clock-time.ts";
import { countedText } from "../../ui/counted-text.ts";

const timeOnly = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
});

/** `recordedAt` and `now` are in ms since 1970. */
export function recordingTimeText(recordedAt: number, now: number = Date.now()): string {
  const isToday = new Date(recordedAt).toDateString() === new Date(now).toDateString();
  return (isToday ? timeOnly : dayAndTime).format(recordedAt);
}

export function recordingLengthText(seconds: number): string {
  return clockTime(Math.ceil(seconds));
}

export function recordingCountText(count: number): string {
  return countedText(count, "recording");
}

export function recordingFileName(scenarioId: string, segment: string, attempt: number): string {
  return `${scenarioId}-${segment}-attempt-${attempt}.wav`;
}

export function gapsText(gaps: readonly Gap[]): string | null {
  const [first] = gaps;
  if (!first) return null;
  // Rounds up, so that the text does not understate the loss.
  const seconds = (Math.ceil(gaps.reduce((sum, gap) => sum + gap.seconds, 0) * 10) / 10).toFixed(1);
  const where =
    gaps.length === 1
      ? `at ${clockTime(first.atSeconds)}`
      : `in ${gaps.length} places, the first at ${clockTime(first.atSeconds)}`;
  return `${seconds} seconds are missing ${where}`;
}
