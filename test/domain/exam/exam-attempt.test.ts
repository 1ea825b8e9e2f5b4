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
const isAccepted = (fields: object) => accepts(ExamAttemptFacts, { ...facts, ...fields });

const wrong = (whole: object) =>
  Object.keys(whole).flatMap((field) => [
    { ...whole, [field]: undefined },
    { ...whole, [field]: [] },
  ]);

describe("the schema of an exam attempt", () => {
  test("accepts a running attempt and a finished attempt", () => {
    expect([isAccepted({}), isAccepted({ outcome: "finished", ended_at: at })]).toEqual([true, true]);
    expect(isAccepted({ dialogues: [{ ...dialogue, version: "2026-11-01", words: 300 }] })).toBe(true);
  });

  test("requires the language, the ids, the title and the segments of a dialogue", () => {
    for (const each of wrong(dialogue)) expect([each, isAccepted({ dialogues: [each] })]).toEqual([each, false]);
  });

  test("requires each field of a heard segment", () => {
    for (const each of wrong(heard)) {
      const dialogues = [{ ...dialogue, segments: [each] }];
      expect([each, isAccepted({ dialogues })]).toEqual([each, false]);
    }
    expect(isAccepted({ dialogues: [{ ...dialogue, segments: [{ ...heard, take_seconds: null }] }] })).toBe(true);
  });

  test("accepts an interruption only in the first six dialogues and in the first sixty segments of a dialogue", () => {
    const places = [
      { dialogue: 5, segment: 59 },
      { dialogue: 6, segment: 0 },
      { dialogue: 0, segment: 60 },
    ];
    const accepted = places.map((place) => isAccepted({ interruptions: [{ at, ...place, kind: "left" }] }));
    expect(accepted).toEqual([true, false, false]);
  });

  test("requires each field of an interruption", () => {
    const interruption = { at, dialogue: 0, segment: 1, kind: "left" };
    expect(isAccepted({ interruptions: [interruption] })).toBe(true);
    for (const each of wrong(interruption))
      expect([each, isAccepted({ interruptions: [each] })]).toEqual([each, false]);
  });
});

describe("the schema of a marking change", () => {
  const segment = { type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true };

  test("accepts positions in at most six dialogues of sixty segments", () => {
    expect(accepts(MarkingChange, { ...segment, dialogue: 5, segment: 59 })).toBe(true);
    expect(accepts(MarkingChange, { ...segment, dialogue: 6 })).toBe(false);
    expect(accepts(MarkingChange, { ...segment, segment: 60 })).toBe(false);
  });

  test("accepts a tick only with a unit number from 0 to 99, a well-formed sign and a known outcome", () => {
    const tick = { ...segment, type: "tick", unit: 99, sign: "0badcafe", outcome: "missed" };
    for (const good of [tick, { ...tick, unit: 0 }, { ...tick, outcome: null }]) {
      expect([good, accepts(MarkingChange, good)]).toEqual([good, true]);
    }
    for (const more of [{ unit: 100 }, { unit: -1 }, { sign: "0badcaf" }, { sign: "0BADCAFE" }, { outcome: "lost" }]) {
      expect([more, accepts(MarkingChange, { ...tick, ...more })]).toEqual([more, false]);
    }
  });
});
