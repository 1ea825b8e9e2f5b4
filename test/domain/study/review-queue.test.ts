import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scheduleItems } from "../../../domain/study/review-items.ts";
import { countReviewsOf, dueItems, reviewQueue } from "../../../domain/study/review-queue.ts";
import { toStudy } from "../../../domain/study/study.ts";
import { aReview, aTerm, instantOn, segmentItem } from "./study-builders.ts";

const someSchedule = { dueDay: 0, lastDay: 0, stability: 1, difficulty: 5, lapses: 0 };
const aDue = (key: string, dueDay: number, schedule: typeof someSchedule | null = someSchedule) => ({
  ...{ key, dueDay, schedule },
});

describe("dueItems", () => {
  test("returns items that are due today or earlier, the longest overdue first", () => {
    const items = [aDue("a", 100), aDue("b", 98), aDue("c", 101), aDue("d", 99)];
    expect(dueItems(items, 100).map(({ key }) => key)).toEqual(["b", "d", "a"]);
  });

  test("lists items without a schedule last", () => {
    const items = [aDue("new", 0, null), aDue("old", 100)];
    expect(dueItems(items, 100).map(({ key }) => key)).toEqual(["old", "new"]);
  });

  test("returns the same order for any order of the items", () => {
    const items = Array.from({ length: 8 }, (_, at) => aDue(`emp-${at}`, 90 + (at % 2)));
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: 8 }), (shuffled) => {
        expect(dueItems(shuffled, 100)).toEqual(dueItems(items, 100));
      }),
    );
  });

  test("mixes the dialogues of items with the same due day", () => {
    const items = ["emp-1", "health-1"].flatMap((id) => Array.from({ length: 6 }, (_, at) => aDue(`${id} ${at}`, 100)));
    const changes = dueItems(items, 100).filter(({ key }, at, all) => key[0] !== all[at - 1]?.key[0]);
    expect(changes.length).toBeGreaterThan(2);
  });
});

describe("reviewQueue", () => {
  const segments = ["segment-1", "segment-2", "segment-3"];
  const failed = segments.map((segment_id) =>
    aReview({ day: 100, rating: "again", item: segmentItem({ segment_id }) }),
  );
  const setting = (value: number) => ({
    ...{ type: "setting" as const, changed_at: instantOn(99) },
    setting: { name: "reviews_per_day" as const, value },
  });

  test("has at most as many items as the learner's daily limit still allows", () => {
    const done = [1, 2, 3, 4].map((nth) =>
      aReview({ day: 101, source: "review", item: segmentItem({ scenario_id: `fin-${nth}` }) }),
    );
    const study = toStudy([...failed, ...done, setting(5)]);
    expect(countReviewsOf(101, study)).toBe(4);
    expect(reviewQueue(study, scheduleItems(study), 101)).toHaveLength(1);
    expect(reviewQueue(study, scheduleItems(study), 102)).toHaveLength(3);
  });

  test("does not count practice ratings towards the day's reviews", () => {
    const practised = aReview({ day: 101, source: "practice", item: segmentItem({ scenario_id: "fin-1" }) });
    const study = toStudy([...failed, practised, setting(5)]);
    expect(countReviewsOf(101, study)).toBe(0);
    expect(reviewQueue(study, scheduleItems(study), 101)).toHaveLength(3);
  });

  test("is empty on the day on which all items were rated", () => {
    const study = toStudy(failed);
    expect(reviewQueue(study, scheduleItems(study), 100)).toEqual([]);
    expect(reviewQueue(toStudy([]), [], 100)).toEqual([]);
  });

  test("contains a new term at once, in one direction only", () => {
    const study = toStudy([aTerm()]);
    expect(reviewQueue(study, scheduleItems(study), 100)).toMatchObject([{ item: { direction: "to-english" } }]);
  });
});
