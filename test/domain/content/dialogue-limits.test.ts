import { describe, expect, test } from "vitest";
import { exceededLimits } from "../../../domain/content/dialogue-limits.ts";
import { ExamAttemptFacts, MarkingChange } from "../../../domain/exam/exam-attempt.ts";

const at = "2026-11-21T09:00:00.000Z";
type Facts = { title: string; version: string; words: number; segments: number; units: number };
const usual: Facts = { title: "Health", version: "1", words: 300, segments: 12, units: 3 };

function isStorable({ title, version, words, segments, units }: Facts): boolean {
  const dialogue = { language: "nepali", scenario_id: "health-1", topic_id: "health", title, version, words };
  const facts = {
    ...{ exam: "naati-ccl", seed: 1, started_at: at, outcome: "running", revision: 1, interruptions: [] },
    dialogues: [{ ...dialogue, segments: Array(segments).fill(null) }],
  };
  const place = { dialogue: 0, segment: segments - 1, unit: units - 1 };
  const tick = { type: "tick", ...place, sign: "0badcafe", changed_at: at, outcome: "carried" };
  return ExamAttemptFacts.safeParse(facts).success && MarkingChange.safeParse(tick).success;
}

const exceededBy = ({ segments, units, ...facts }: Facts) =>
  exceededLimits({ ...facts, units: [...Array(segments - 1).fill(0), units] });

describe("the limits of a dialogue", () => {
  test.each<[string, keyof Facts, (count: number) => Facts[keyof Facts], number]>([
    ["title", "title", (count) => "x".repeat(count), 200],
    ["version", "version", (count) => "x".repeat(count), 100],
    ["words", "words", (count) => count, 10_000],
    ["segments", "segments", (count) => count, 60],
    ["scoring units", "units", (count) => count, 100],
  ])("equal the limits of a stored exam attempt and its marking (%s)", (_, name, factOf, most) => {
    const [largest, larger] = [most, most + 1].map((count) => ({ ...usual, [name]: factOf(count) }) as Facts);
    if (!largest || !larger) throw new Error("Two dialogues are needed");
    expect([isStorable(largest), isStorable(larger)]).toEqual([true, false]);
    expect(exceededBy(largest)).toEqual([]);
    expect(exceededBy(larger)).toHaveLength(1);
  });

  test("are reported for each value that exceeds them", () => {
    const [title, version] = ["x".repeat(201), "x".repeat(101)];
    expect(exceededBy({ title, version, words: 10_001, segments: 61, units: 101 })).toEqual([
      "has a title of more than 200 characters",
      "has a version of more than 100 characters",
      "has more than 10,000 words",
      "has 61 segments: 60 are the most",
      "has 101 scoring units in segment 61: 100 are the most",
    ]);
  });
});
