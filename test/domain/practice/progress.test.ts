import { describe, expect, test } from "vitest";
import { dialogueLanguageOf } from "../../../domain/content/scenario.ts";
import {
  completedRowKey,
  countCompletedSegments,
  isForDialogue,
  isFullyCompleted,
  progressBySegment,
  progressRowKey,
  type UserProgress,
} from "../../../domain/practice/progress.ts";

const mandarin = { language: "mandarin", scenarioId: "health-1" } as const;

describe("the language of a dialogue", () => {
  test("is the learner's language, or Nepali for an example", () => {
    expect(dialogueLanguageOf("health-1", "mandarin")).toBe("mandarin");
    expect(dialogueLanguageOf("health-1", null)).toBeNull();
    for (const language of ["mandarin", "nepali", null] as const) {
      expect(dialogueLanguageOf("example-1", language)).toBe("nepali");
    }
  });
});

describe("a progress row", () => {
  test("matches a dialogue by scenario id, and by language if the row has a language", () => {
    expect(isForDialogue({ language: "mandarin", scenario_id: "health-1" }, mandarin)).toBe(true);
    expect(isForDialogue({ language: "nepali", scenario_id: "health-1" }, mandarin)).toBe(false);
    expect(isForDialogue({ language: "mandarin", scenario_id: "health-2" }, mandarin)).toBe(false);
    expect(isForDialogue({ scenario_id: "health-1" }, mandarin)).toBe(true);
    expect(isForDialogue({ scenario_id: "health-2" }, mandarin)).toBe(false);
  });
});

test("the key of a progress or completion row contains the row's language, if any", () => {
  const about = { user_id: "asha", scenario_id: "health-1", language: "mandarin" as const };
  const segment = {
    segment_id: "segment-2",
    attempts: 1,
    completed: true,
    last_attempt_at: "2026-11-21T09:00:00.000Z",
  };
  const completed = { topic_id: "health" as const, completed_at: "2026-11-21T09:00:00.000Z" };
  const { language: _, ...older } = about;
  expect(progressRowKey({ ...about, ...segment })).toBe("mandarin#health-1#segment-2");
  expect(progressRowKey({ ...older, ...segment })).toBe("health-1#segment-2");
  expect(completedRowKey({ ...about, ...completed })).toBe("mandarin#health-1");
  expect(completedRowKey({ ...older, ...completed })).toBe("health-1");
});

describe("the progress in a dialogue", () => {
  const row = (segment_id: string, attempts: number, language?: "mandarin" | "nepali") => ({
    ...(language && { language }),
    scenario_id: "health-1",
    segment_id,
    attempts,
  });

  test("prefers a row in the dialogue's language to a row without a language, and ignores rows of other languages", () => {
    const [named, unnamed] = [row("segment-1", 2, "mandarin"), row("segment-1", 1)];
    for (const rows of [
      [named, unnamed],
      [unnamed, named],
    ]) {
      const all = [...rows, row("segment-2", 3), row("segment-2", 4, "nepali"), row("segment-3", 5, "nepali")];
      expect(progressBySegment(all, mandarin)).toEqual(
        new Map([
          ["segment-1", named],
          ["segment-2", row("segment-2", 3)],
        ]),
      );
    }
  });

  test("is empty for a dialogue that was practised only in another language", () => {
    expect(progressBySegment([row("segment-1", 1, "nepali")], mandarin).size).toBe(0);
  });
});

describe("the completion of a dialogue", () => {
  const row = (n: number, facts: Partial<UserProgress>): UserProgress => ({
    user_id: "asha",
    scenario_id: "health-1",
    segment_id: `segment-${n}`,
    attempts: 1,
    completed: true,
    last_attempt_at: "2026-11-21T09:00:00.000Z",
    ...facts,
  });

  test("counts each completed segment once, out of the largest known number of segments", () => {
    const rows = [
      row(1, { language: "mandarin", segment_count: 10 }),
      row(1, {}),
      row(2, { language: "mandarin", completed: false, segment_count: 10 }),
      row(3, { language: "nepali", segment_count: 8 }),
      row(4, {}),
    ];
    expect(countCompletedSegments(rows, mandarin)).toEqual({ done: 2, total: 10 });
    expect(countCompletedSegments(rows, { ...mandarin, language: "nepali" })).toEqual({ done: 3, total: 8 });
    // A later version of a dialogue can have more segments.
    const grown = [row(1, { segment_count: 8 }), row(2, { segment_count: 10 }), row(3, { segment_count: 9 })];
    expect(countCompletedSegments(grown, mandarin)).toEqual({ done: 3, total: 10 });
    expect(countCompletedSegments([row(4, {})], mandarin)).toEqual({ done: 1, total: null });
    expect(countCompletedSegments([], mandarin)).toEqual({ done: 0, total: null });
  });

  test("requires all segments, unless their number is unknown", () => {
    expect(isFullyCompleted({ done: 1, total: 10 })).toBe(false);
    expect(isFullyCompleted({ done: 10, total: 10 })).toBe(true);
    expect(isFullyCompleted({ done: 0, total: null })).toBe(true);
  });
});
