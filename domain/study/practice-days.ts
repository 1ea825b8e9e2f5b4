import type { ExamAttempt } from "../exam/exam-attempt.ts";
import type { CompletedScenario, UserProgress } from "../practice/progress.ts";
import type { Study } from "./study.ts";
import { daysOfWeek, lastWeeks } from "./study-week.ts";

export type PracticeFacts = {
  study: Pick<Study, "reviews" | "recordings">;
  rows: readonly Pick<UserProgress, "last_attempt_at">[];
  completed: readonly Pick<CompletedScenario, "completed_at">[];
  exams: readonly Pick<ExamAttempt, "started_at">[];
};

/** Seconds recorded, by the learner's day. A day of practice without a known recording has 0. */
export type PracticeDays = ReadonlyMap<number, number>;

export function practiceDays(
  { study, rows, completed, exams }: PracticeFacts,
  dayOf: (instant: string) => number,
): PracticeDays {
  const instants = [
    ...rows.map(({ last_attempt_at }) => last_attempt_at),
    ...completed.map(({ completed_at }) => completed_at),
    ...exams.map(({ started_at }) => started_at),
  ];
  const days = new Map<number, number>();
  // Reading feedback is not practice, although it adds reviews of the segments with missed units.
  const reviews = study.reviews.filter(({ source }) => source !== "feedback");
  for (const day of [...instants.map(dayOf), ...reviews.map((review) => review.day)]) days.set(day, 0);
  for (const { day, seconds } of study.recordings) days.set(day, (days.get(day) ?? 0) + seconds);
  return days;
}

/** "some" includes days of practice without a known recording. */
export type PracticeAmount = "none" | "some" | "more" | "most";

/** In minutes. These are about 20 and 60 segments of 15 s. */
const amountLimits = { more: 5, most: 15 } as const;

export type CalendarDay = { day: number; seconds: number; amount: PracticeAmount; isFuture: boolean };

/** `monday` is in days since 1970-01-01. */
export type CalendarWeek = { monday: number; days: readonly CalendarDay[]; practised: number; seconds: number };

function amountOf(seconds: number | undefined): PracticeAmount {
  if (seconds === undefined) return "none";
  // A day's text shows rounded minutes too.
  const minutes = Math.round(seconds / 60);
  if (minutes >= amountLimits.most) return "most";
  return minutes >= amountLimits.more ? "more" : "some";
}

/** The oldest week first. The last week includes its future days. */
export function practiceCalendar(practised: PracticeDays, today: number, weeks: number): CalendarWeek[] {
  return lastWeeks(today, weeks).map((monday) => {
    const days = daysOfWeek(monday).map((day): CalendarDay => {
      const seconds = day > today ? undefined : practised.get(day);
      return { day, seconds: seconds ?? 0, amount: amountOf(seconds), isFuture: day > today };
    });
    return {
      monday,
      days,
      practised: days.filter(({ amount }) => amount !== "none").length,
      seconds: days.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  });
}
