import { describe, expect, test } from "vitest";
import { ratingOfTicks, type ScheduledItem, scheduleItems } from "../../../domain/study/review-items.ts";
import { toStudy } from "../../../domain/study/study.ts";
import { dueDaysOfTerms } from "../../../domain/study/term-due.ts";
import { aReview, aTerm, instantOn, segmentItem, termItem } from "./study-builders.ts";

const sign = "0a1b2c3d";
const otherSign = "ffffffff";
const missed = (...signs: string[]) => signs.map((each) => ({ sign: each, kind: "name" as const }));

function onlySegment(items: readonly ScheduledItem[]) {
  const [first, ...rest] = items.filter((item) => item.kind === "segment");
  expect(rest).toEqual([]);
  if (!first) throw new Error("There is no segment");
  return first;
}

describe("scheduleItems", () => {
  test("schedules a missed unit and its segment for the next day", () => {
    const study = toStudy([aReview({ day: 100, rating: "hard", missed: missed(sign) })]);
    const segment = onlySegment(scheduleItems(study));
    expect(segment.units).toMatchObject([{ sign, schedule: { dueDay: 101 } }]);
    expect(segment.dueDay).toBe(101);
  });

  test("postpones a missed unit that a later checklist does not name", () => {
    const study = toStudy([
      aReview({ day: 100, rating: "hard", missed: missed(sign, otherSign) }),
      aReview({ day: 101, rating: "hard", missed: missed(otherSign) }),
    ]);
    const { units } = onlySegment(scheduleItems(study));
    const dueDays = Object.fromEntries(units.map((unit) => [unit.sign, unit.schedule.dueDay]));
    expect(dueDays[otherSign]).toBe(102);
    expect(dueDays[sign]).toBeGreaterThan(101);
  });

  test("keeps the latest review day of a missed unit if an earlier review is corrected afterwards", () => {
    const earlier = aReview({ day: 100, rating: "hard", missed: missed(sign) });
    const later = aReview({ day: 101, rating: "good", missed: [] });
    const corrected = { ...earlier, changed_at: instantOn(105) };
    const { units } = onlySegment(scheduleItems(toStudy([earlier, later, corrected])));
    expect(units).toMatchObject([{ sign, schedule: { lastDay: 101 } }]);
  });

  test.each(["hard", "good", "easy"] as const)(
    "applies a rating of %s without a checklist to missed units too",
    (rating) => {
      const ticked = aReview({ day: 100, rating: "hard", missed: missed(sign) });
      const segment = onlySegment(scheduleItems(toStudy([ticked, aReview({ day: 101, rating })])));
      expect(segment.units).toMatchObject([{ schedule: { lastDay: 101 } }]);
      expect(segment.dueDay, "nothing of the segment is due on the same day").toBeGreaterThan(101);
    },
  );

  test("does not reschedule missed units that feedback does not name", () => {
    const study = toStudy([
      aReview({ day: 100, rating: "hard", missed: missed(sign) }),
      aReview({ day: 101, rating: "again", missed: missed(otherSign), source: "feedback" }),
    ]);
    const { units } = onlySegment(scheduleItems(study));
    const lastDays = Object.fromEntries(units.map((unit) => [unit.sign, unit.schedule.lastDay]));
    expect(lastDays).toEqual({ [sign]: 100, [otherSign]: 101 });
  });

  test("distinguishes segments by language, dialogue and segment id", () => {
    const others = [{ language: "hindi" }, { scenario_id: "emp-2" }, { segment_id: "segment-2" }] as const;
    const reviews = [{}, ...others].map((fields) => aReview({ day: 100, item: segmentItem(fields) }));
    expect(scheduleItems(toStudy(reviews))).toHaveLength(4);
  });

  test("leaves out a removed review", () => {
    const made = aReview({ day: 100 });
    const removal = { ...made, changed_at: instantOn(101), review: null };
    expect(scheduleItems(toStudy([made, removal]))).toEqual([]);
  });

  test("schedules a new term into English at once, and from English after its first rating", () => {
    const term = aTerm();
    const due = (reviews: Parameters<typeof toStudy>[0]) =>
      scheduleItems(toStudy([term, ...reviews])).map((item) => [
        item.kind === "term" && item.item.direction,
        item.dueDay,
      ]);
    expect(due([])).toEqual([
      ["to-english", 0],
      ["from-english", Number.POSITIVE_INFINITY],
    ]);
    const rated = aReview({ day: 100, rating: "again", item: termItem(term.id, "to-english") });
    expect(due([rated])).toEqual([
      ["to-english", 101],
      ["from-english", 101],
    ]);
  });

  test("schedules a term from English a day after the last review into English, even if that review is early", () => {
    const term = aTerm();
    const reviews = [100, 101].map((day) => aReview({ day, rating: "easy", item: termItem(term.id, "to-english") }));
    const [toEnglish, fromEnglish] = scheduleItems(toStudy([term, ...reviews]));
    expect(toEnglish?.dueDay).toBeGreaterThan(102);
    expect(fromEnglish?.dueDay).toBe(102);
  });

  test("lets dueDaysOfTerms return the earlier due day of a term's two directions", () => {
    const term = aTerm();
    for (const [again, easy] of [["to-english", "from-english"] as const, ["from-english", "to-english"] as const]) {
      const reviews = [
        aReview({ day: 100, rating: "again", item: termItem(term.id, again) }),
        aReview({ day: 100, rating: "easy", item: termItem(term.id, easy) }),
      ];
      expect(dueDaysOfTerms(scheduleItems(toStudy([term, ...reviews]))).get(term.id)).toBe(101);
    }
  });
});

test.each([
  [0, 4, "good"],
  [1, 4, "hard"],
  [2, 4, "again"],
  [1, 1, "again"],
  [1, 3, "hard"],
] as const)("ratingOfTicks(%d, %d) returns the rating %s", (count, units, rating) => {
  expect(ratingOfTicks(count, units)).toBe(rating);
});
