import { FSRS, Rating } from "ts-fsrs";
import type { StudyRating } from "./study-change.ts";

export type RatedDay = { day: number; rating: StudyRating };

/**
 * `dueDay` and `lastDay` are learner's days (`studyDay`). The chance of recall is 90 percent `stability` days after
 * `lastDay`. `difficulty` is 1 to 10.
 */
export type Schedule = { dueDay: number; lastDay: number; stability: number; difficulty: number; lapses: number };

const grades = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
} as const satisfies Record<StudyRating, Rating>;

/** Learners prepare for an exam within months. */
const maxIntervalDays = 365;

export type Scheduler = (rated: readonly RatedDay[]) => Schedule | null;

/**
 * Reduces the ratings of each day to one: "again" if there is one, otherwise the first. "again" shows that the learner
 * had forgotten the item.
 */
function mergeRatingsOfDays(rated: readonly RatedDay[]): RatedDay[] {
  const byDay = new Map<number, RatedDay>();
  for (const each of rated) {
    const known = byDay.get(each.day);
    if (!known || (each.rating === "again" && known.rating !== "again")) byDay.set(each.day, each);
  }
  return [...byDay.values()].sort((one, other) => one.day - other.day);
}

/**
 * The scheduler expects ratings in the order in which they were made. No random numbers are used, so that all devices
 * derive the same schedule.
 * Source: FSRS-6 with its default parameters, https://github.com/open-spaced-repetition/ts-fsrs
 * @param retention share of reviews to remember, between 0 and 1
 */
export function createScheduler(retention: number): Scheduler {
  const fsrs = new FSRS({
    request_retention: retention,
    maximum_interval: maxIntervalDays,
    enable_fuzz: false,
    enable_short_term: false,
  });
  const review = (schedule: Schedule | null, { day, rating }: RatedDay): Schedule => {
    const elapsed = schedule ? day - schedule.lastDay : 0;
    const { stability, difficulty } = fsrs.next_state(schedule, elapsed, grades[rating]);
    const interval = rating === "again" ? 1 : Math.max(1, fsrs.next_interval(stability, elapsed));
    const lapses = (schedule?.lapses ?? 0) + (schedule && rating === "again" ? 1 : 0);
    return { dueDay: day + interval, lastDay: day, stability, difficulty, lapses };
  };
  return (rated) =>
    mergeRatingsOfDays(rated).reduce<Schedule | null>((schedule, each) => {
      const isExtra = schedule !== null && each.day < schedule.dueDay && each.rating !== "again";
      return isExtra ? schedule : review(schedule, each);
    }, null);
}
