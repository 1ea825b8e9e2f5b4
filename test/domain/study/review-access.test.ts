import { expect, test } from "vitest";
import { isReviewable } from "../../../domain/study/review-access.ts";
import { scheduleItems } from "../../../domain/study/review-items.ts";
import { defaultStudySettings, type Study } from "../../../domain/study/study.ts";

const rated = (scenario_id: string): Study["reviews"][number] => ({
  id: scenario_id,
  changedAt: "2026-11-25T09:00:00.000Z",
  item: { kind: "segment", language: "nepali", scenario_id, segment_id: "segment-1" },
  day: 20_000,
  rating: "good",
  source: "practice",
});

test("isReviewable allows terms and example segments without a paid plan", () => {
  const items = scheduleItems({
    reviews: [rated("example-1"), rated("health-1")],
    recordings: [],
    terms: [
      {
        id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11",
        language: "nepali",
        english: "cough",
        translation: "खोकी",
        sentence: "",
        note: "",
        topic_id: null,
        segment: null,
        created_at: "2026-11-25T09:00:00.000Z",
      },
    ],
    settings: defaultStudySettings,
  });
  const kept = (paid: boolean) =>
    items.flatMap((item) => {
      if (!isReviewable(item, paid)) return [];
      return item.kind === "segment" ? [item.segment.scenario_id] : ["term"];
    });
  expect(kept(false)).toEqual(["example-1", "term", "term"]);
  expect(kept(true)).toEqual(["example-1", "health-1", "term", "term"]);
});
