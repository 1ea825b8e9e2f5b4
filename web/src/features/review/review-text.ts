import { ratings, type StudyRating } from "../../../../domain/study/study-change.ts";
import { dateOfStudyDay } from "../../../../domain/study/study-day.ts";
import { countedText } from "../../ui/counted-text.ts";
import { calendarDay } from "../../ui/relative-day.ts";
import { ratingNames } from "../practice/screen/rating-panel.tsx";

/** `dateOfStudyDay` returns midnight UTC. */
const dayFormat = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Before 4 a.m., the learner's next day (`studyDay`) has today's date. So "tomorrow" goes by the calendar. */
export function dayPhrase(day: number, now: Date): string {
  return day === calendarDay(now) + 1 ? "tomorrow" : `on ${dayFormat.format(dateOfStudyDay(day))}`;
}

export function reviewCount(count: number): string {
  return countedText(count, "review");
}

export function ratingsText(counts: Readonly<Record<StudyRating, number>>): string {
  return ratings
    .filter((rating) => counts[rating] > 0)
    .map((rating) => `${counts[rating]} ${ratingNames[rating]}`)
    .join(", ");
}

export function skippedText(count: number): string {
  return count === 1
    ? "1 segment was left out: it is not available, or needs a paid plan."
    : `${count} segments were left out: they are not available, or need a paid plan.`;
}
