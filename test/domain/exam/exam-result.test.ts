import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ScoringUnit, unitKinds } from "../../../domain/content/pack.ts";
import type { ExamAttemptFacts, MarkingChange, MarkingNote, UnitOutcome } from "../../../domain/exam/exam-attempt.ts";
import { type Place, unitFingerprint } from "../../../domain/exam/exam-marking.ts";
import { proposedLoss, repeatCost } from "../../../domain/exam/exam-proposals.ts";
import { computeExamResult, isMarkingComplete, toMarkingSummary } from "../../../domain/exam/exam-result.ts";
import { type Exam, exams } from "../../../domain/exam/exams.ts";
import { anyChanges } from "./exam-changes.ts";
import { aDifferentExam } from "./test-exams.ts";

const ccl: Exam = exams["naati-ccl"];
const at = "2026-11-21T12:00:00.000Z";

const aDialogue = (segments = 4): ExamAttemptFacts["dialogues"][number] => ({
  ...{ language: "nepali", scenario_id: "emp-1", topic_id: "employment", title: "At work" },
  segments: Array.from({ length: segments }, () => ({
    ...{ heard_at: at, repeats: 0, take_seconds: 9, interrupted: false },
  })),
});
const examDialogues = { dialogues: [aDialogue(), aDialogue()] };

let notes = 0;
function aNoteChange(fields: Partial<MarkingNote>): MarkingChange {
  notes += 1;
  const note: MarkingNote = {
    ...{ dialogue: 0, segment: 0, kind: "omission", at_seconds: 1, deduction: 1, remark: "", ...fields },
  };
  return { type: "note", id: `0f8e2c9a-3d44-4b57-8a8e-${String(notes).padStart(12, "0")}`, changed_at: at, note };
}

const three: ScoringUnit = { kind: "number", original: "three", translation: "तीन" };
const never: ScoringUnit = { kind: "negation", original: "never", translation: "कहिल्यै" };
const aTickChange = (dialogue: number, unit: number, of: ScoringUnit, outcome: UnitOutcome): MarkingChange => ({
  ...{ type: "tick", dialogue, segment: 0, unit, sign: unitFingerprint(of), changed_at: at, outcome },
});

const losing = (first: number, second: number) => [
  aNoteChange({ deduction: first }),
  aNoteChange({ dialogue: 1, segment: 3, deduction: second }),
];

const marking = (dialogue: number, segment: number, marked = true): MarkingChange => ({
  ...{ type: "segment", dialogue, segment, changed_at: at, marked },
});

describe("the state of a marking", () => {
  const states = (changes: readonly MarkingChange[], of: Parameters<typeof computeExamResult>[1] = examDialogues) => {
    const { dialogues, isBegun } = computeExamResult(ccl, of, changes);
    return [isBegun, ...dialogues.map((dialogue) => dialogue.marking)];
  };

  test("is unmarked for a dialogue without a marked segment or noted error", () => {
    expect(states([])).toEqual([false, "unmarked", "unmarked"]);
    expect(states([{ type: "marker", name: "Maya", changed_at: at }])).toEqual([false, "unmarked", "unmarked"]);
    expect(states([marking(1, 2)])).toEqual([true, "unmarked", "begun"]);
    expect(states([aNoteChange({ dialogue: 0, deduction: 0 })])).toEqual([true, "begun", "unmarked"]);
    expect(states([marking(0, 0, false)])).toEqual([false, "unmarked", "unmarked"]);
  });

  test("is unheard for a dialogue without a heard segment", () => {
    const cut = { dialogues: [aDialogue(), { ...aDialogue(), segments: [null, null] }] };
    expect(states([marking(0, 0)], cut)).toEqual([true, "begun", "unheard"]);
  });
});

describe("the result of a NAATI CCL exam", () => {
  test.each([
    { lost: [0, 0], marks: [45, 45], passed: true },
    { lost: [13.5, 13.5], marks: [31.5, 31.5], passed: true },
    { lost: [16, 11], marks: [29, 34], passed: true },
    { lost: [13.5, 14], marks: [31.5, 31], passed: false },
    { lost: [16.5, 0], marks: [28.5, 45], passed: false },
    { lost: [0, 16.5], marks: [45, 28.5], passed: false },
    // The total of 64 is enough, but 23 marks are too few for a dialogue.
    { lost: [22, 4], marks: [23, 41], passed: false },
    { lost: [45, 45], marks: [0, 0], passed: false },
  ])("has the marks $marks and passed = $passed if the dialogues lose $lost", ({ lost, marks, passed }) => {
    const result = computeExamResult(ccl, examDialogues, losing(lost[0] ?? 0, lost[1] ?? 0));
    expect(result.dialogues.map((dialogue) => dialogue.marks)).toEqual(marks);
    expect([result.marks, result.of, result.passed]).toEqual([(marks[0] ?? 0) + (marks[1] ?? 0), 90, passed]);
  });

  test("lists the shortfalls if the exam is failed", () => {
    expect(computeExamResult(ccl, examDialogues, losing(22, 4)).shortfalls).toEqual([
      { kind: "dialogue", dialogue: 0, marks: 23, least: 29 },
    ]);
    expect(computeExamResult(ccl, examDialogues, losing(14, 13.5)).shortfalls).toEqual([
      { kind: "total", marks: 62.5, least: 63 },
    ]);
    expect(computeExamResult(ccl, examDialogues, losing(40, 40)).shortfalls.map(({ kind }) => kind)).toEqual([
      ...["dialogue", "dialogue", "total"],
    ]);
    expect(computeExamResult(ccl, examDialogues, []).shortfalls).toEqual([]);
  });

  test("has zero marks for a dialogue that loses more than 45, and reports all lost marks", () => {
    const result = computeExamResult(ccl, examDialogues, [
      aNoteChange({ deduction: 45 }),
      aNoteChange({ deduction: 10 }),
    ]);
    expect(result.dialogues[0]).toEqual({ of: 45, lost: 55, marks: 0, passed: false, marking: "begun" });
    expect(result.marks).toBe(45);
  });

  test("is a fail if the exam ended before its last segment", () => {
    const segments = [...aDialogue(3).segments, null];
    const { passed, shortfalls, heard } = computeExamResult(
      ccl,
      { dialogues: [aDialogue(), { ...aDialogue(), segments }] },
      [],
    );
    expect([passed, shortfalls, heard]).toEqual([false, [{ kind: "unheard", segments: 1 }], 7]);
  });

  test("ignores notes on segments that the exam does not have", () => {
    const beyond = [aNoteChange({ dialogue: 2, deduction: 40 }), aNoteChange({ segment: 4, deduction: 40 })];
    expect(computeExamResult(ccl, examDialogues, beyond)).toMatchObject({ marks: 90, kinds: [], costliest: [] });
  });
});

describe("the result of a marking", () => {
  const changes: MarkingChange[] = [
    aNoteChange({ kind: "register", deduction: 0.5 }),
    aNoteChange({ kind: "omission", deduction: 1, segment: 1 }),
    aNoteChange({ kind: "omission", deduction: 2, segment: 2 }),
    aNoteChange({ kind: "pause", deduction: 0, segment: 3 }),
    aNoteChange({ kind: "distortion", deduction: 2.5, dialogue: 1 }),
    aTickChange(0, 0, three, "missed"),
    aTickChange(0, 1, never, "carried"),
    aTickChange(1, 0, never, "missed"),
    aTickChange(1, 1, three, "missed"),
    aTickChange(1, 9, three, "missed"),
    { type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true },
    { type: "segment", dialogue: 1, segment: 9, changed_at: at, marked: true },
  ];
  const unitsOf = ({ dialogue, segment }: Place) => {
    if (segment > 0) return [];
    return dialogue === 0 ? [three, never] : [never, three];
  };
  const result = computeExamResult(ccl, examDialogues, changes, unitsOf);

  test("lists the kinds of error, most costly first", () => {
    expect(result.kinds).toEqual([
      { kind: "omission", lost: 3, notes: 2 },
      { kind: "distortion", lost: 2.5, notes: 1 },
      { kind: "register", lost: 0.5, notes: 1 },
      { kind: "pause", lost: 0, notes: 1 },
    ]);
  });

  test("lists the segments that lost marks, most costly first", () => {
    expect(result.costliest).toEqual([
      { dialogue: 1, segment: 0, lost: 2.5, notes: 1 },
      { dialogue: 0, segment: 2, lost: 2, notes: 1 },
      { dialogue: 0, segment: 1, lost: 1, notes: 1 },
      { dialogue: 0, segment: 0, lost: 0.5, notes: 1 },
    ]);
  });

  test("counts carried and missed scoring units by kind if the content is available", () => {
    expect(result.units).toEqual([
      { kind: "number", carried: 0, missed: 2 },
      { kind: "negation", carried: 1, missed: 1 },
    ]);
    expect(computeExamResult(ccl, examDialogues, changes).units).toEqual([]);
  });

  test("ignores ticks of scoring units that changed afterwards", () => {
    const changed = (place: Place) =>
      unitsOf(place).map((unit) => (unit === three ? { ...three, translation: "चार" } : unit));
    expect(computeExamResult(ccl, examDialogues, changes, changed).units).toEqual([
      { kind: "negation", carried: 1, missed: 1 },
    ]);
    const shifted = (place: Place) => [three, ...unitsOf(place)];
    expect(computeExamResult(ccl, examDialogues, changes, shifted).units).toEqual([
      { kind: "number", carried: 0, missed: 1 },
    ]);
  });

  test("sorts kinds of error with equal deductions by their number of notes", () => {
    // `errorKinds` lists omission before distortion.
    const one = aNoteChange({ kind: "omission", deduction: 2 });
    const two = [1, 2].map((segment) => aNoteChange({ kind: "distortion", deduction: 1, segment }));
    for (const equal of [
      [one, ...two],
      [...two, one],
    ]) {
      expect(computeExamResult(ccl, examDialogues, equal).kinds.map(({ kind }) => kind)).toEqual([
        "distortion",
        "omission",
      ]);
    }
  });

  test("sorts kinds of unit with equal misses by their number of carried units", () => {
    const date: ScoringUnit = { kind: "date", original: "May", translation: "मे" };
    const units = [three, never, date, { ...date, original: "June" }];
    const ticks = units.map((unit, at) => aTickChange(0, at, unit, at < 2 ? "missed" : "carried"));
    const also = aTickChange(1, 1, never, "carried");
    expect(computeExamResult(ccl, examDialogues, [...ticks, also], () => units).units).toEqual([
      { kind: "negation", carried: 1, missed: 1 },
      { kind: "number", carried: 0, missed: 1 },
      { kind: "date", carried: 2, missed: 0 },
    ]);
  });

  test("counts a marked segment only if the exam has that segment", () => {
    expect([result.marked, result.heard]).toEqual([1, 8]);
  });

  test("is summarised by the marker's name, the lost marks and the number of marked segments", () => {
    const marker: MarkingChange = { type: "marker", changed_at: at, name: "Asha" };
    const marking = { marking_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", created_at: at };
    expect(toMarkingSummary(examDialogues, { ...marking, changes: [...changes, marker] })).toEqual({
      ...{ ...marking, marker: "Asha", lost: [3.5, 2.5], marked: 1 },
    });
  });
});

test("computeExamResult follows the rules of an exam other than NAATI CCL", () => {
  const one = { dialogues: [aDialogue()] };
  expect(computeExamResult(aDifferentExam, one, [aNoteChange({ deduction: 30 })])).toMatchObject({
    marks: 70,
    of: 100,
    passed: true,
  });
  expect(computeExamResult(aDifferentExam, one, [aNoteChange({ deduction: 31 })])).toMatchObject({
    marks: 69,
    passed: false,
  });
});

test("computeExamResult returns totals that agree with their parts for any changes", () => {
  fc.assert(
    fc.property(fc.constantFrom(ccl, aDifferentExam), anyChanges, (exam, changes) => {
      const result = computeExamResult(exam, examDialogues, changes);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const lost = sum(result.dialogues.map((dialogue) => dialogue.lost));
      expect(sum(result.kinds.map((kind) => kind.lost))).toBe(lost);
      expect(sum(result.costliest.map((segment) => segment.lost))).toBe(lost);
      expect(result.marks).toBe(sum(result.dialogues.map(({ marks }) => marks)));
      for (const { marks, of } of result.dialogues) {
        expect(marks).toBeGreaterThanOrEqual(0);
        expect(marks).toBeLessThanOrEqual(of);
        expect((marks * 2) % 1).toBe(0);
      }
      expect(result.passed).toBe(
        result.marks >= exam.pass.value.total && result.dialogues.every(({ marks }) => marks >= exam.pass.value.each),
      );
    }),
  );
});

describe("the proposed deduction", () => {
  test("charges each repeat after a dialogue's free repeats", () => {
    expect([0, 1, 2, 4].map((repeats) => repeatCost(ccl, repeats))).toEqual([0, 0, 1, 3]);
    expect([0, 2, 3, 5].map((repeats) => repeatCost(aDifferentExam, repeats))).toEqual([0, 0, 4, 12]);
  });

  test("for missed units is the sum of their ranges", () => {
    expect(proposedLoss(ccl, [])).toEqual({ least: 0, most: 0 });
    expect(proposedLoss(ccl, ["number"])).toEqual({ least: 0.5, most: 1 });
    expect(proposedLoss(ccl, ["number", "negation", "key-idea"])).toEqual({ least: 2.5, most: 5 });
    expect(proposedLoss(aDifferentExam, ["negation"])).toEqual({ least: 10, most: 20 });
  });

  test("for missed units is limited to the marks of a dialogue", () => {
    expect(proposedLoss(ccl, Array(30).fill("key-idea"))).toEqual({ least: 30, most: 45 });
    expect(proposedLoss(ccl, Array(50).fill("key-idea"))).toEqual({ least: 45, most: 45 });
  });

  test("for missed units never exceeds a dialogue's marks, and never falls if one more is missed", () => {
    const kinds = fc.array(fc.constantFrom(...unitKinds), { maxLength: 80 });
    fc.assert(
      fc.property(
        fc.constantFrom(ccl, aDifferentExam),
        kinds,
        fc.constantFrom(...unitKinds),
        (exam, missed, another) => {
          const [before, after] = [proposedLoss(exam, missed), proposedLoss(exam, [...missed, another])];
          expect(before.least).toBeLessThanOrEqual(before.most);
          expect(after.most).toBeLessThanOrEqual(exam.marks.value.each);
          expect(after.least).toBeGreaterThanOrEqual(before.least);
          expect(after.most).toBeGreaterThanOrEqual(before.most);
          expect((after.least * 2) % 1).toBe(0);
        },
      ),
    );
  });
});

describe("isMarkingComplete", () => {
  const marked = (dialogue: number, segment: number): MarkingChange => ({
    ...{ type: "segment", dialogue, segment, changed_at: at, marked: true },
  });
  const [heard] = aDialogue(1).segments;
  const cut = { dialogues: [{ ...aDialogue(), segments: [heard ?? null, null] }] };

  test("returns true if each heard segment is marked", () => {
    expect(isMarkingComplete(cut, [])).toBe(false);
    expect(isMarkingComplete(cut, [marked(0, 0)])).toBe(true);
    expect(isMarkingComplete(examDialogues, [marked(0, 0)])).toBe(false);
  });

  test("ignores segments that were not heard or do not exist", () => {
    expect(isMarkingComplete(cut, [marked(0, 1), marked(0, 9), marked(3, 0)])).toBe(false);
    expect(isMarkingComplete(cut, [marked(0, 0), marked(0, 9), marked(3, 0)])).toBe(true);
  });

  test("returns false if nothing was heard", () => {
    expect(isMarkingComplete({ dialogues: [{ ...aDialogue(), segments: [null] }] }, [])).toBe(false);
  });
});
