import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLaterChange, mergeStudyChanges, subjectOf } from "../../../domain/study/merge-changes.ts";
import { StudyChange } from "../../../domain/study/study-change.ts";
import {
  aRecordingChange,
  aRetentionChange,
  aReview,
  aReviewChange,
  aTerm,
  aTermChange,
  firstInstant,
} from "../../lambdas/support/study-builders.ts";

const ids = ["0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10", "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11"];
const fields = fc.record({
  id: fc.constantFrom(...ids),
  // The second text is the same instant as the first.
  changed_at: fc.constantFrom("2026-11-21T12:00:00.000Z", "2026-11-21T12:00:00Z", "2026-11-21T12:00:00.001Z"),
});
const change = fc.oneof(
  fc.tuple(fields, fc.constantFrom("again", "good", null)).map(([each, rating]) => {
    return aReviewChange(rating && aReview({ rating }), each);
  }),
  fc.tuple(fields, fc.constantFrom("lease", "rent", null)).map(([each, english]) => {
    return aTermChange(english === null ? null : aTerm({ english }), each);
  }),
  fc.tuple(fields, fc.constantFrom(1, 2)).map(([each, seconds]) => aRecordingChange({ seconds }, each)),
  fc.tuple(fields, fc.constantFrom(0.85, 0.9)).map(([each, value]) => aRetentionChange(value, each.changed_at)),
);
const log = fc.array(change, { maxLength: 20 });
const shuffled = log.chain((changes) =>
  fc.tuple(fc.constant(changes), fc.shuffledSubarray(changes, { minLength: changes.length })),
);

describe("mergeStudyChanges", () => {
  test("returns the same result for any order of the changes", () => {
    fc.assert(
      fc.property(shuffled, ([changes, other]) => {
        expect(mergeStudyChanges(other)).toEqual(mergeStudyChanges(changes));
      }),
    );
  });

  test("returns the same result if changes are repeated or already merged", () => {
    fc.assert(
      fc.property(log, log, (one, other) => {
        const merged = mergeStudyChanges(one, other);
        expect(mergeStudyChanges(one, other, one)).toEqual(merged);
        expect(mergeStudyChanges(mergeStudyChanges(one), mergeStudyChanges(other))).toEqual(merged);
        expect(mergeStudyChanges(merged)).toEqual(merged);
      }),
    );
  });

  test("returns the latest change of each subject, in the order of time", () => {
    fc.assert(
      fc.property(log, (changes) => {
        const merged = mergeStudyChanges(changes);
        expect(merged.map(subjectOf).toSorted()).toEqual([...new Set(changes.map(subjectOf))].toSorted());
        for (const one of changes) {
          const kept = merged.find((each) => subjectOf(each) === subjectOf(one));
          expect(kept && Date.parse(kept.changed_at)).toBeGreaterThanOrEqual(Date.parse(one.changed_at));
        }
        const times = merged.map(({ changed_at }) => Date.parse(changed_at));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });

  test("chooses between two simultaneous changes regardless of the order of their properties", () => {
    const [id = ""] = ids;
    const lease = aTermChange(aTerm({ english: "lease" }), { id });
    const rent = aTermChange(aTerm({ english: "rent" }), { id });
    expect(mergeStudyChanges([lease], [rent])).toEqual([rent]);
    const backwards: StudyChange = { term: aTerm({ english: "rent" }), changed_at: firstInstant, id, type: "term" };
    expect(mergeStudyChanges([lease], [backwards])).toEqual([rent]);
    expect(mergeStudyChanges([backwards], [lease])).toEqual([rent]);
  });
});

describe("isLaterChange", () => {
  test("prefers content to a removal at the same instant, but not to a later removal", () => {
    const [id = ""] = ids;
    const removal = aTermChange(null, { id });
    expect(isLaterChange(aTermChange(aTerm(), { id }), removal)).toBe(true);
    expect(isLaterChange(removal, aTermChange(aTerm(), { id }))).toBe(false);
    expect(isLaterChange({ ...removal, changed_at: "2026-11-21T12:00:00.001Z" }, aTermChange(aTerm(), { id }))).toBe(
      true,
    );
  });

  test("returns false for two copies of a change", () => {
    const one = aReviewChange();
    expect(isLaterChange(one, structuredClone(one))).toBe(false);
  });
});

test("subjectOf distinguishes settings by name, and other changes by type and id", () => {
  const [id = ""] = ids;
  const reviews = { type: "setting", changed_at: "2026-11-21T12:00:00.000Z" } as const;
  const subjects = [
    aRetentionChange(),
    StudyChange.parse({ ...reviews, setting: { name: "reviews_per_day", value: 30 } }),
    aReviewChange(aReview(), { id }),
    aRecordingChange({}, { id }),
    aTermChange(aTerm(), { id }),
    aTermChange(),
  ].map(subjectOf);
  expect(new Set(subjects).size).toBe(6);
  expect(subjectOf(aRetentionChange(0.85))).toBe(subjects[0]);
});
