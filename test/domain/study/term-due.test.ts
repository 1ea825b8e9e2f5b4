import { expect, test } from "vitest";
import type { TermSchedule } from "../../../domain/study/review-items.ts";
import { dueDaysOfTerms, dueText } from "../../../domain/study/term-due.ts";

const termId = "0b8f6a3e-5d0c-4f5e-9a51-6f0f4f8f2c11";

function scheduled(direction: "to-english" | "from-english", dueDay: number): TermSchedule {
  const item = { kind: "term", term_id: termId, direction } as const;
  const words = { language: "nepali", english: "lease", translation: "भाडा", sentence: "", note: "" } as const;
  const term = { ...words, topic_id: null, segment: null, created_at: "2026-11-25T12:00:00.000Z" };
  return { kind: "term", key: direction, item, term, schedule: null, dueDay };
}

test("dueDaysOfTerms returns the earlier due day of a term's two directions", () => {
  expect(dueDaysOfTerms([scheduled("to-english", 12), scheduled("from-english", 9)])).toEqual(new Map([[termId, 9]]));
});

test.each([
  [0, "Due today"],
  [10, "Due today"],
  [11, "Due tomorrow"],
  [13, "Due in 3 days"],
])("dueText of day %i, seen from day 10, is %j", (dueDay, text) => {
  expect(dueText(dueDay, 10)).toBe(text);
});
