import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoringUnit } from "../../../domain/content/pack.ts";
import { unitFingerprint } from "../../../domain/exam/exam-marking.ts";
import type { SegmentSchedule } from "../../../domain/study/review-items.ts";
import {
  afterRating,
  currentEntry,
  dueUnits,
  entriesLeft,
  extraItems,
  nextDueDay,
  nextEntry,
  type ReviewSession,
  ratingsOfDay,
  startReviewSession,
} from "../../../domain/study/review-session.ts";
import { defaultStudySettings, type Study } from "../../../domain/study/study.ts";
import { ratings, type StudyRating } from "../../../domain/study/study-change.ts";

const scheduleDue = (dueDay: number) => ({ dueDay, lastDay: 0, stability: 1, difficulty: 5, lapses: 0 });

const item = (number: number, dueDay = 10): SegmentSchedule => ({
  ...{ kind: "segment", key: `item ${number}`, dueDay, units: [], schedule: scheduleDue(dueDay) },
  segment: { language: "nepali", scenario_id: "example-1", segment_id: `segment-${number}` },
});

const always = () => true;
const keysOf = ({ entries }: ReviewSession) => entries.map((entry) => entry.item.key);
const go = (session: ReviewSession, rating: StudyRating) => nextEntry(afterRating(session, rating), always);

describe("a review session", () => {
  it("repeats an item once at the end if it is rated “again”", () => {
    let session = go(startReviewSession([item(1), item(2)]), "again");
    expect(keysOf(session)).toEqual(["item 1", "item 2", "item 1"]);
    expect(entriesLeft(session)).toBe(2);
    session = go(session, "good");
    expect(currentEntry(session)).toMatchObject({ item: { key: "item 1" }, isRepeat: true });
    session = go(session, "again");
    expect(currentEntry(session)).toBeUndefined();
  });

  it("removes the repeat if a rating of “again” is changed to “hard”", () => {
    const session = afterRating(startReviewSession([item(1), item(2)]), "again");
    expect(afterRating(session, "again")).toEqual(session);
    expect(keysOf(afterRating(session, "hard"))).toEqual(["item 1", "item 2"]);
  });

  it("leaves out later items that are no longer due, but keeps repeats", () => {
    const session = afterRating(startReviewSession([item(1), item(2), item(3)]), "again");
    const next = nextEntry(session, (key) => key === "item 3");
    expect(keysOf(next)).toEqual(["item 1", "item 3", "item 1"]);
    expect(currentEntry(next)?.item.key).toBe("item 3");
  });

  it("shows an item a second time only after a rating of “again”", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ratings), { maxLength: 20 }), (given) => {
        let session = startReviewSession(given.map((_, at) => item(at)));
        const shown: string[] = [];
        for (let entry = currentEntry(session); entry; entry = currentEntry(session)) {
          const at = shown.push(`${entry.item.key}${entry.isRepeat ? " repeated" : ""}`) - 1;
          session = go(session, given[at] ?? "again");
        }
        expect(shown).toEqual([
          ...given.map((_, at) => `item ${at}`),
          ...given.flatMap((rating, at) => (rating === "again" ? [`item ${at} repeated`] : [])),
        ]);
      }),
    );
  });
});

describe("dueUnits", () => {
  const unit = (original: string): ScoringUnit => ({ kind: "number", original, translation: "x" });

  it("returns the positions of the units that are due", () => {
    const sign = (original: string) => unitFingerprint(unit(original));
    const units = [
      { sign: sign("two"), schedule: scheduleDue(10) },
      { sign: sign("three"), schedule: scheduleDue(11) },
      { sign: "00000000", schedule: scheduleDue(1) },
    ];
    expect([...dueUnits([unit("one"), unit("two"), unit("three")], { units }, 10)]).toEqual([1]);
  });
});

describe("nextDueDay", () => {
  it("returns the first later day with due items, and the number of items due that day", () => {
    const items = [item(1, 9), item(2, 10), item(3, 12), item(4, 12), item(5, 13)];
    expect(nextDueDay(items, 10)).toEqual({ day: 12, count: 2 });
  });

  it("returns null if no item becomes due later", () => {
    expect(nextDueDay([item(1, 10), item(2, Number.POSITIVE_INFINITY)], 10)).toBeNull();
  });
});

const study = (facts: Partial<Study>): Study => ({
  ...{ reviews: [], recordings: [], terms: [], settings: defaultStudySettings },
  ...facts,
});

describe("extraItems", () => {
  it("returns due items up to the daily limit", () => {
    const items = Array.from({ length: 9 }, (_, at) => item(at));
    const limited = study({ settings: { ...defaultStudySettings, reviewsPerDay: 5 } });
    expect(extraItems(limited, items, 10)).toHaveLength(5);
    expect(extraItems(limited, items, 9)).toEqual([]);
  });
});

describe("ratingsOfDay", () => {
  it("counts the reviews of the day, without practice and exams", () => {
    const review = (facts: { day: number; rating: StudyRating; source: "practice" | "review" | "exam" }) => ({
      ...{ item: { kind: "segment", ...item(1).segment } as const, id: "", changedAt: "", ...facts },
    });
    const reviews = [
      review({ day: 10, rating: "good", source: "review" }),
      review({ day: 10, rating: "good", source: "review" }),
      review({ day: 10, rating: "again", source: "review" }),
      review({ day: 10, rating: "hard", source: "practice" }),
      review({ day: 10, rating: "easy", source: "exam" }),
      review({ day: 9, rating: "easy", source: "review" }),
    ];
    expect(ratingsOfDay({ reviews }, 10)).toEqual({ again: 1, hard: 0, good: 2, easy: 0 });
  });
});
