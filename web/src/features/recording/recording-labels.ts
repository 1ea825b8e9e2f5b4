import type { Gap } from "../../../../domain/practice/practice.ts";
import { clockTime } from "../../ui/clock-time.ts";

const timeOnly = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
});

/** When a take was recorded, as "2:32 PM", or with its day if that was another one. Both in ms since 1970. */
export function recordingTimeText(recordedAt: number, now: number = Date.now()): string {
  const isToday = new Date(recordedAt).toDateString() === new Date(now).toDateString();
  return (isToday ? timeOnly : dayAndTime).format(recordedAt);
}

/** How long a take is, as "0:12"; what was begun of a second counts as one. */
export function recordingLengthText(seconds: number): string {
  return clockTime(Math.ceil(seconds));
}

/** Room that recordings need, as "1.2 MB". */
export function recordingSizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How many recordings, as "1 recording" or "3 recordings". */
export function recordingCountText(count: number): string {
  return count === 1 ? "1 recording" : `${count} recordings`;
}

/** The name under which a take is saved to a file. */
export function recordingFileName(scenarioId: string, segment: string, attempt: number): string {
  return `${scenarioId}-${segment}-attempt-${attempt}.wav`;
}

/** Returns the gaps of a take as text, as "0.4 seconds are missing at 0:07"; null if there are none. */
export function gapsText(gaps: readonly Gap[]): string | null {
  const [first] = gaps;
  if (!first) return null;
  // Never less than there is.
  const seconds = (Math.ceil(gaps.reduce((sum, gap) => sum + gap.seconds, 0) * 10) / 10).toFixed(1);
  const where =
    gaps.length === 1
      ? `at ${clockTime(first.atSeconds)}`
      : `in ${gaps.length} places, the first at ${clockTime(first.atSeconds)}`;
  return `${seconds} seconds are missing ${where}`;
}
