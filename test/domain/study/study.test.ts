import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toStudy } from "../../../domain/study/study.ts";
import type { StudyChange } from "../../../domain/study/study-change.ts";
import { aReview, aTerm, instantOn } from "./study-builders.ts";

const retention = (value: number, day: number): StudyChange => ({
  ...{ type: "setting", changed_at: instantOn(day) },
  setting: { name: "retention", value },
});

describe("toStudy", () => {
  test("returns 90 percent retention and 30 reviews a day by default", () => {
    expect(toStudy([])).toEqual({
      ...{ reviews: [], recordings: [], terms: [] },
      settings: { retention: 0.9, reviewsPerDay: 30 },
    });
  });

  test("uses the later of two changes of a setting", () => {
    const changes = [retention(0.95, 102), retention(0.85, 101)];
    expect(toStudy(changes).settings).toEqual({ retention: 0.95, reviewsPerDay: 30 });
  });

  test("leaves out deleted terms", () => {
    const [kept, deleted] = [aTerm(), aTerm({ english: "bond" })];
    const { terms } = toStudy([kept, deleted, { ...deleted, term: null, changed_at: instantOn(101) }]);
    expect(terms).toEqual([{ ...kept.term, id: kept.id }]);
  });

  test("orders reviews by day and first save, not by their last change", () => {
    const [first, second, third] = [aReview({ day: 100 }), aReview({ day: 100 }), aReview({ day: 101 })];
    const made_at = first.changed_at;
    second.changed_at = new Date(Date.parse(made_at) + 1000).toISOString();
    const corrected = { ...first, changed_at: instantOn(105), review: first.review && { ...first.review, made_at } };
    const { reviews } = toStudy([first, second, third, corrected]);
    expect(reviews.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const older = { ...first, changed_at: instantOn(105) };
    expect(toStudy([older, third]).reviews.map(({ id }) => id)).toEqual([first.id, third.id]);
  });

  test("returns the same study data for any order of changes, and for repeated changes", () => {
    const changes = [
      ...[aReview({ day: 100 }), aReview({ day: 100, rating: "again" }), aReview({ day: 99 })],
      ...[aTerm(), aTerm({ english: "bond" }), retention(0.85, 101), retention(0.95, 102)],
    ];
    const copies = fc.shuffledSubarray([...changes, ...changes], { minLength: 2 * changes.length });
    fc.assert(
      fc.property(copies, (shuffled) => {
        expect(toStudy(shuffled)).toEqual(toStudy(changes));
      }),
    );
  });
});
