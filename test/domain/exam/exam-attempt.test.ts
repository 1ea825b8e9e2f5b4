import { describe, expect, test } from "vitest";
import { ExamAttemptFacts, MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import { accepts } from "../support/accepts.ts";

const at = "2026-11-22T09:00:00.000Z";
const heard = { heard_at: at, repeats: 0, take_seconds: 6.5, interrupted: false };
const dialogue = {
  ...{
    language: "nepali",
    scenario_id: "health-1",
    topic_id: "health",
    title: "At the clinic",
    segments: [heard, null],
  },
};
const facts = {
  ...{ exam: "naati-ccl", seed: 7, started_at: at, outcome: "running", revision: 1 },
  ...{ dialogues: [dialogue], interruptions: [] },
};
const takes = (fields: object) => accepts(ExamAttemptFacts, { ...facts, ...fields });

/** Each field with a wrong value, and without a value. */
const wrong = (whole: object) =>
  Object.keys(whole).flatMap((field) => [
    { ...whole, [field]: undefined },
    { ...whole, [field]: [] },
  ]);

describe("the facts of an exam attempt", () => {
  test("are taken while it runs and once it is over", () => {
    expect([takes({}), takes({ outcome: "finished", ended_at: at })]).toEqual([true, true]);
    expect(takes({ dialogues: [{ ...dialogue, version: "2026-11-01", words: 300 }] })).toBe(true);
  });

  test("say of each dialogue which it was", () => {
    for (const each of wrong(dialogue)) expect([each, takes({ dialogues: [each] })]).toEqual([each, false]);
  });

  test("say of each segment that was heard what became of it", () => {
    for (const each of wrong(heard)) {
      const dialogues = [{ ...dialogue, segments: [each] }];
      expect([each, takes({ dialogues })]).toEqual([each, false]);
    }
    expect(takes({ dialogues: [{ ...dialogue, segments: [{ ...heard, take_seconds: null }] }] })).toBe(true);
  });

  test("say of each interruption when, where and why", () => {
    const interruption = { at, dialogue: 0, segment: 1, kind: "left" };
    expect(takes({ interruptions: [interruption] })).toBe(true);
    for (const each of wrong(interruption)) expect([each, takes({ interruptions: [each] })]).toEqual([each, false]);
  });
});

describe("a change of a marking", () => {
  const segment = { type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true };

  test("is about one of sixty segments of six dialogues", () => {
    expect(accepts(MarkingChange, { ...segment, dialogue: 5, segment: 59 })).toBe(true);
    expect(accepts(MarkingChange, { ...segment, dialogue: 6 })).toBe(false);
    expect(accepts(MarkingChange, { ...segment, segment: 60 })).toBe(false);
  });

  test("of a unit is about one of the first hundred, by the sign of what it said", () => {
    const tick = { ...segment, type: "tick", unit: 99, sign: "0badcafe", outcome: "missed" };
    expect([accepts(MarkingChange, tick), accepts(MarkingChange, { ...tick, outcome: null })]).toEqual([true, true]);
    for (const more of [{ unit: 100 }, { unit: -1 }, { sign: "0badcaf" }, { sign: "0BADCAFE" }, { outcome: "lost" }]) {
      expect([more, accepts(MarkingChange, { ...tick, ...more })]).toEqual([more, false]);
    }
  });
});
