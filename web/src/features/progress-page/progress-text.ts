import type { HardSegment } from "../../../../domain/study/hardest-segments.ts";
import type { MissedTrend } from "../../../../domain/study/missed-units.ts";
import type { CalendarDay, CalendarWeek } from "../../../../domain/study/practice-days.ts";
import type { TrendComparison, WeekValue } from "../../../../domain/study/speech-trend.ts";
import { dateOfStudyDay } from "../../../../domain/study/study-day.ts";
import type { TopicCount } from "../../../../domain/study/topic-counts.ts";
import { countWord } from "../../ui/count-word.ts";
import { countedText } from "../../ui/counted-text.ts";
import { durationText } from "../../ui/duration-text.ts";

/** `dateOfStudyDay` returns midnight UTC. */
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const longDay = dateFormat({ weekday: "long", month: "long", day: "numeric" });
const shortDay = dateFormat({ month: "short", day: "numeric" });
const month = dateFormat({ month: "short" });

export const shortDayText = (day: number): string => shortDay.format(dateOfStudyDay(day));
export const monthText = (day: number): string => month.format(dateOfStudyDay(day));

/** Fewer seconds are not shown, because `durationText` would round them up to a minute. */
const leastShownSeconds = 30;

export function recordedText(seconds: number): string {
  return seconds < leastShownSeconds ? "" : `${durationText(seconds)} recorded`;
}

export function dayText({ day, seconds, amount }: CalendarDay, today: number): string {
  const date = `${longDay.format(dateOfStudyDay(day))}${day === today ? ", today" : ""}`;
  const practised = amount === "none" ? "no practice saved" : recordedText(seconds) || "practised";
  return `${date}: ${practised}`;
}

export function daysText(weeks: readonly Pick<CalendarWeek, "practised" | "seconds">[]): string {
  const days = weeks.reduce((sum, { practised }) => sum + practised, 0);
  if (days === 0) return "";
  const recorded = recordedText(weeks.reduce((sum, { seconds }) => sum + seconds, 0));
  return [countedText(days, "day"), ...(recorded === "" ? [] : [recorded])].join(", ");
}

function weeksAgoText(weeksAgo: number): string {
  if (weeksAgo === 0) return "this week";
  if (weeksAgo === 1) return "last week";
  return `${countWord(weeksAgo).toLowerCase()} weeks ago`;
}

/** Returns text such as "First word after 1.4 s this week, 2.1 s four weeks ago." */
export function trendText(
  subject: string,
  { latest, former }: TrendComparison,
  format: (value: number) => string,
): string {
  const part = ({ value, weeksAgo }: WeekValue) => `${format(value)} ${weeksAgoText(weeksAgo)}`;
  return `${subject} ${[latest, ...(former ? [former] : [])].map(part).join(", ")}.`;
}

export const secondsText = (seconds: number): string => `${seconds.toFixed(1)}\u00a0s`;
export const percentText = (share: number): string => `${Math.round(share * 100)}%`;

export function topicText({ completed, started, all }: TopicCount): string {
  return `${completed} of ${all} completed${started > 0 ? `, ${started} started` : ""}`;
}

const timesText = (count: number) => (count === 1 ? "once" : `${count} times`);

export function hardText({ again, hard, missed }: HardSegment): string {
  return [
    ...(again > 0 ? [`Again ${timesText(again)}`] : []),
    ...(hard > 0 ? [`Hard ${timesText(hard)}`] : []),
    ...(missed > 0 ? [countedText(missed, "miss", "misses")] : []),
  ].join(", ");
}

export const missedTrendTexts: Readonly<Record<MissedTrend, string>> = {
  fewer: "fewer than before",
  same: "about as many as before",
  more: "more than before",
  unknown: "",
};
