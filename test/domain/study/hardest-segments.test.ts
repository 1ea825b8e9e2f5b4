import { expect, test } from "vitest";
import { hardestSegments } from "../../../domain/study/hardest-segments.ts";
import type { StoredReview } from "../../../domain/study/study.ts";
import { dayOf, reviewOn, segmentAt, termReviewOn } from "./study-facts.ts";

const unit = { sign: "0123abcd", kind: "number" } as const;
const segmentsOf = (reviews: readonly StoredReview[], most = 5) =>
  hardestSegments({ reviews }, most).map(({ segment }) => segment.segment_id);

test("hardestSegments counts the ratings “again” and “hard” and the missed units of a segment", () => {
  const reviews = [
    reviewOn("2026-11-20", 2, "again", [unit, unit, unit]),
    reviewOn("2026-11-21", 2, "hard", [unit]),
    reviewOn("2026-11-22", 2, "good", []),
  ];
  expect(hardestSegments({ reviews }, 5)).toEqual([
    { segment: segmentAt("health-1", 2), again: 1, hard: 1, missed: 4, lastDay: dayOf("2026-11-22") },
  ]);
});

test("hardestSegments ranks “again” above “hard”, but below “hard” with two missed units", () => {
  const reviews = [
    reviewOn("2026-11-20", 1, "hard"),
    reviewOn("2026-11-20", 2, "hard", [unit, unit]),
    reviewOn("2026-11-20", 3, "again"),
  ];
  expect(segmentsOf(reviews)).toEqual(["segment-2", "segment-3", "segment-1"]);
  expect(segmentsOf(reviews, 2)).toEqual(["segment-2", "segment-3"]);
});

test("hardestSegments ranks “again” like “hard” with a missed unit", () => {
  const hardLater = [reviewOn("2026-11-20", 1, "again"), reviewOn("2026-11-21", 2, "hard", [unit])];
  // Equally hard segments are sorted by their latest review. With different weights, one segment would always be first.
  expect(segmentsOf(hardLater)).toEqual(["segment-2", "segment-1"]);
  const againLater = [reviewOn("2026-11-20", 2, "hard", [unit]), reviewOn("2026-11-21", 1, "again")];
  expect(segmentsOf(againLater)).toEqual(["segment-1", "segment-2"]);
});

test("hardestSegments sorts equally hard segments by their latest review, newest first", () => {
  const reviews = [reviewOn("2026-11-20", 1, "hard"), reviewOn("2026-11-21", 2, "hard")];
  expect(segmentsOf(reviews)).toEqual(["segment-2", "segment-1"]);
});

test("hardestSegments omits a segment after three successive good reviews", () => {
  const mastered = ["2026-11-21", "2026-11-22", "2026-11-23"].map((date) => reviewOn(date, 1, "good"));
  const reviews = [
    reviewOn("2026-11-20", 1, "again"),
    ...mastered,
    reviewOn("2026-11-20", 2, "easy"),
    termReviewOn("2026-11-20", "again"),
  ];
  expect(segmentsOf(reviews)).toEqual([]);
  expect(segmentsOf(reviews.slice(0, 3))).toEqual(["segment-1"]);
});

test("hardestSegments distinguishes segments with the same number in two dialogues", () => {
  const [one, other] = [reviewOn("2026-11-20", 1, "hard"), reviewOn("2026-11-20", 1, "hard")];
  const reviews = [one, { ...other, item: { kind: "segment" as const, ...segmentAt("legal-2", 1) } }];
  expect(hardestSegments({ reviews }, 5)).toHaveLength(2);
});
