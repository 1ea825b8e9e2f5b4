import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeStudyChanges } from "../../../domain/study/merge-changes.ts";
import { createScheduler, type RatedDay } from "../../../domain/study/review-schedule.ts";
import { ratings, type StudyChange, type StudyRating } from "../../../domain/study/study-change.ts";
import { aReview, aReviewChange } from "../../lambdas/support/study-builders.ts";
import { daysUntil, firstMemory, nextMemory } from "./fsrs-formulas.ts";
import { simulateReviews } from "./simulated-learner.ts";

const schedule = createScheduler(0.9);
const rating = fc.constantFrom(...ratings);
const history = fc
  .array(fc.record({ day: fc.integer({ min: 0, max: 400 }), rating }), { maxLength: 12 })
  .map((rated) => rated.toSorted((one, other) => one.day - other.day));
const lastDayOf = (rated: readonly RatedDay[]) => rated.at(-1)?.day ?? 0;

/** Returns the intervals in days if each later rating is on its due day. */
function intervalsOf(given: readonly StudyRating[], retention = 0.9): number[] {
  const derive = createScheduler(retention);
  const rated: RatedDay[] = [];
  return given.map((each) => {
    const day = derive(rated)?.dueDay ?? 0;
    rated.push({ day, rating: each });
    return (derive(rated)?.dueDay ?? 0) - day;
  });
}

describe("a review schedule", () => {
  test("is null without a rating", () => {
    expect(schedule([])).toBeNull();
  });

  test("has a due day one day after a final rating of “again”", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 }), (rated, days) => {
        const day = lastDayOf(rated) + days;
        expect(schedule([...rated, { day, rating: "again" }])).toMatchObject({ dueDay: day + 1, lastDay: day });
      }),
    );
  });

  test("has a due day 1 to 365 days after the last review", () => {
    fc.assert(
      fc.property(history, (rated) => {
        const derived = schedule(rated);
        fc.pre(derived !== null);
        expect(derived.dueDay).toBeGreaterThan(derived.lastDay);
        expect(derived.dueDay - derived.lastDay).toBeLessThanOrEqual(365);
        expect(derived.stability).toBeGreaterThan(0);
        expect(derived.difficulty).toBeGreaterThanOrEqual(1);
        expect(derived.difficulty).toBeLessThanOrEqual(10);
      }),
    );
  });

  test("ignores extra study before the due day, except a day's first rating of “again”", () => {
    fc.assert(
      fc.property(history, fc.nat(), rating, (rated, place, extra) => {
        const derived = schedule(rated);
        fc.pre(derived !== null);
        const day = derived.lastDay + (place % (derived.dueDay - derived.lastDay));
        // The extra rating must be the last rating. An earlier extra rating would change the history instead.
        fc.pre(day >= lastDayOf(rated));
        const next = schedule([...rated, { day, rating: extra }]);
        // A second failure on the same day changes nothing.
        const hasFailed = rated.some((each) => each.day === day && each.rating === "again");
        if (extra !== "again" || hasFailed) expect(next).toEqual(derived);
        else expect(next).toMatchObject({ dueDay: day + 1, lastDay: day });
      }),
    );
  });

  test("changes with a rating on or after the due day", () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 50 }), rating, (rated, late, next) => {
        const derived = schedule(rated);
        fc.pre(derived !== null);
        const day = derived.dueDay + late;
        expect(schedule([...rated, { day, rating: next }])).toMatchObject({ lastDay: day });
      }),
    );
  });

  test("counts one rating a day: “again” if it occurs, otherwise the first", () => {
    const first: RatedDay = { day: 3, rating: "hard" };
    expect(schedule([first, { day: 3, rating: "easy" }])).toEqual(schedule([first]));
    const again: RatedDay = { day: 3, rating: "again" };
    expect(schedule([first, again])).toEqual(schedule([again]));
    expect(schedule([again, first])).toEqual(schedule([again]));
  });

  test("counts a lapse for a failed review, but not for a failed first rating", () => {
    const failed: RatedDay[] = [0, 1, 2].map((day) => ({ day, rating: "again" }));
    expect(failed.map((_, nth) => schedule(failed.slice(0, nth + 1))?.lapses)).toEqual([0, 1, 2]);
  });

  test("does not depend on the order in which the logs of two devices are merged", () => {
    const reviews = fc.array(
      fc.record({ day: fc.integer({ min: 0, max: 200 }), rating, minute: fc.integer({ min: 0, max: 1439 }) }),
      { minLength: 1, maxLength: 15 },
    );
    const logs = reviews
      .map((made) =>
        made.map(({ day, minute, ...each }): StudyChange => {
          const changed_at = new Date((day * 1440 + minute) * 60_000).toISOString();
          return aReviewChange(aReview({ ...each, day }), { changed_at });
        }),
      )
      .chain((log) => fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }), fc.nat()));
    const derive = (changes: readonly StudyChange[]) =>
      schedule(changes.flatMap((change) => (change.type === "review" && change.review ? [change.review] : [])));
    fc.assert(
      fc.property(logs, ([log, shuffled, cut]) => {
        const [one, other] = [shuffled.slice(0, cut % log.length), shuffled.slice(cut % log.length)];
        const derived = derive(mergeStudyChanges(log));
        expect(derive(mergeStudyChanges(one, other))).toEqual(derived);
        expect(derive(mergeStudyChanges(other, one, other))).toEqual(derived);
      }),
    );
  });

  test("is the same if ratings of different days are in reverse order", () => {
    const days = fc.uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 400 }), rating }), {
      selector: ({ day }) => day,
      maxLength: 12,
    });
    fc.assert(
      fc.property(days, (rated) => {
        expect(schedule(rated.toReversed())).toEqual(schedule(rated));
      }),
    );
  });
});

describe("the intervals of FSRS-6", () => {
  // The intervals are the default parameters w0 to w3, rounded to days, and at least one day.
  test.each([
    ["again", 1],
    ["hard", 1],
    ["good", 2],
    ["easy", 8],
  ] as const)("after a first rating of %s begin with %i, counted in days, at a retention of 0.9", (first, days) => {
    expect(intervalsOf([first])).toEqual([days]);
  });

  // The test `test_review_card` of py-fsrs has the intervals 0, 2, 11, 46 and 163 days, then more than a year:
  // https://github.com/open-spaced-repetition/py-fsrs
  test("for five good reviews equal intervals 2 to 6 of py-fsrs, limited to 365 days", () => {
    expect(intervalsOf(["good", "good", "good", "good", "good"])).toEqual([2, 11, 46, 163, 365]);
  });

  test("for ratings other than “again”, on or after the due day, follow the formulas within 1 to 365 days", () => {
    const given = fc.array(fc.record({ late: fc.nat({ max: 40 }), rating }), { minLength: 1, maxLength: 10 });
    const retentions = fc.constantFrom(0.8, 0.85, 0.9, 0.95, 0.97);
    fc.assert(
      fc.property(given, retentions, (made, retention) => {
        const derive = createScheduler(retention);
        const rated: RatedDay[] = [];
        let memory: ReturnType<typeof firstMemory> | null = null;
        for (const each of made) {
          const known = derive(rated);
          const day = known ? known.dueDay + each.late : 0;
          memory = memory && known ? nextMemory(memory, day - known.lastDay, each.rating) : firstMemory(each.rating);
          rated.push({ day, rating: each.rating });
          const derived = derive(rated);
          // The package ts-fsrs rounds intermediate results to eight decimal places.
          expect((derived?.stability ?? 0) / memory.stability).toBeCloseTo(1, 5);
          expect(derived?.difficulty).toBeCloseTo(memory.difficulty, 5);
          const days = Math.min(Math.max(1, daysUntil(retention, memory)), 365);
          if (each.rating !== "again") expect(Math.abs((derived?.dueDay ?? 0) - day - days)).toBeLessThan(0.51);
        }
      }),
    );
  });

  test("are shorter for a higher target retention", () => {
    const of = (retention: number) => intervalsOf(["easy", "good", "good"], retention);
    const [low, middle, high] = [of(0.85), of(0.9), of(0.95)];
    for (const [nth, days] of middle.entries()) {
      expect(days).toBeLessThan(low[nth] ?? 0);
      expect(days).toBeGreaterThan(high[nth] ?? 0);
    }
  });
});

test.each([0.85, 0.9, 0.95])("a simulated learner recalls about the target share %d of the reviews", (retention) => {
  const recalled = simulateReviews(retention, { reviews: 10_000, seed: 20_261_121 });
  expect(Math.abs(recalled - retention)).toBeLessThanOrEqual(0.03);
});
