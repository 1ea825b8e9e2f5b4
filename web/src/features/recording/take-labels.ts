import { clockTime } from "../../ui/clock-time.ts";

const timeOnly = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" });
const withDay = new Intl.DateTimeFormat("en", { month: "short", day: "2-digit", hour: "numeric", minute: "2-digit" });

/** When a take was recorded, as "2:32 PM", or with its day if that was another one. Both in ms since 1970. */
export function takeTime(recordedAt: number, now: number = Date.now()): string {
  const isToday = new Date(recordedAt).toDateString() === new Date(now).toDateString();
  return (isToday ? timeOnly : withDay).format(recordedAt);
}

/** How long a take is, as "0:12"; what was begun of a second counts as one. */
export function takeLength(seconds: number): string {
  return clockTime(Math.ceil(seconds));
}

/** Room that recordings need, as "1.2 MB". */
export function takeSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How many recordings, as "1 recording" or "3 recordings". */
export function recordings(count: number): string {
  return count === 1 ? "1 recording" : `${count} recordings`;
}

/** The name under which a take is saved to a file. */
export function takeFileName(scenarioId: string, segment: string, attempt: number): string {
  return `${scenarioId}-${segment}-attempt-${attempt}.wav`;
}
