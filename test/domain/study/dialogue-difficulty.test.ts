import { describe, expect, test } from "vitest";
import { dialogueDifficulties, sortByDifficulty } from "../../../domain/study/dialogue-difficulty.ts";
import type { StoredReview } from "../../../domain/study/study.ts";
import type { StudyRating } from "../../../domain/study/study-change.ts";

let made = 0;

/** Each new review is one day later than the review before. */
const review = (scenario: string, segment: number, rating: StudyRating, missed = 0): StoredReview => {
  made += 1;
  return {
    id: `review ${made}`,
    changedAt: "2026-11-25T09:00:00.000Z",
    item: { kind: "segment", language: "nepali", scenario_id: scenario, segment_id: `segment-${segment}` },
    day: 20_000 + made,
    rating,
    source: "practice",
    ...(missed > 0 && {
      missed: Array.from({ length: missed }, (_, at) => ({ sign: `0000000${at}`, kind: "number" as const })),
    }),
  };
};

const ofDialogue = (id: string, reviews: readonly StoredReview[]) =>
  dialogueDifficulties({ reviews }).get(`nepali ${id}`);

describe("the difficulty of a dialogue", () => {
  test("is the smoothed share of segments rated “again” or “hard”", () => {
    const reviews = [review("health-1", 1, "again"), review("health-1", 2, "hard"), review("health-1", 3, "good")];
    expect(ofDialogue("health-1", reviews)).toBe(3 / 5);
    expect(ofDialogue("health-1", [review("health-1", 1, "easy")])).toBe(1 / 3);
  });

  test("counts each missed unit as a tenth of a segment", () => {
    const missing = [review("health-1", 1, "hard", 2), review("health-1", 2, "good")];
    expect(ofDialogue("health-1", missing)).toBeCloseTo(2.2 / 4, 10);
  });

  test("counts only the latest review of each segment", () => {
    const improved = [review("health-1", 1, "again", 5), review("health-1", 1, "good")];
    expect(ofDialogue("health-1", improved)).toBe(1 / 3);
  });

  test("is unknown without ratings of segments", () => {
    const term: StoredReview = {
      ...review("health-1", 1, "again"),
      item: { kind: "term", term_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", direction: "to-english" },
    };
    expect(dialogueDifficulties({ reviews: [term] })).toEqual(new Map());
  });

  test("is higher for nine failures in ten segments than for one failure in one segment", () => {
    const many = Array.from({ length: 10 }, (_, at) => review("legal-1", at + 1, at === 0 ? "good" : "again"));
    const found = dialogueDifficulties({ reviews: [review("health-1", 1, "again"), ...many] });
    expect(found.get("nepali legal-1")).toBeGreaterThan(found.get("nepali health-1") ?? 1);
  });
});

test("sortByDifficulty lists the hardest dialogue first, and dialogues without ratings last", () => {
  const known = new Map([
    ["b", 0.2],
    ["d", 0.7],
  ]);
  expect(sortByDifficulty(["a", "b", "c", "d"], (id) => known.get(id))).toEqual(["d", "b", "a", "c"]);
});
