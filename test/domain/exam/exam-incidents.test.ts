import { expect, test } from "vitest";
import type { ExamDialogue, Interruption, MarkingChange, SegmentFacts } from "../../../domain/exam/exam-attempt.ts";
import { listIncidents } from "../../../domain/exam/exam-incidents.ts";
import { exams } from "../../../domain/exam/exams.ts";

const at = "2026-11-21T12:00:00.000Z";
const heard = (facts: Partial<SegmentFacts> = {}): SegmentFacts => ({
  ...{ heard_at: at, repeats: 0, take_seconds: 9, interrupted: false, ...facts },
});
const dialogue = (...segments: (SegmentFacts | null)[]): ExamDialogue => ({
  ...{ language: "nepali", scenario_id: "emp-1", topic_id: "employment", title: "At work", segments },
});
const interrupted = (dialogue: number, segment: number, kind: Interruption["kind"]): Interruption => ({
  ...{ at, dialogue, segment, kind },
});
const repeatNote = (number: number, dialogue: number, deduction: number): MarkingChange => ({
  ...{ type: "note", id: `0f8e2c9a-3d44-4b57-8a8e-00000000000${number}`, changed_at: at },
  note: { dialogue, segment: 0, kind: "repeat", at_seconds: 0, deduction, remark: "" },
});

const attempt = {
  dialogues: [
    dialogue(heard({ repeats: 1 }), heard({ repeats: 2 }), heard({ interrupted: true }), heard({ interrupted: true })),
    dialogue(heard({ repeats: 1 }), null),
  ],
  interruptions: [interrupted(0, 3, "left"), interrupted(1, 1, "microphone"), interrupted(0, 1, "sound")],
};

test("listIncidents lists repeats and interruptions by dialogue and segment", () => {
  const [first, second] = listIncidents(exams["naati-ccl"], attempt, []);
  expect(first?.repeats).toEqual([
    { segment: 0, times: 1 },
    { segment: 1, times: 2 },
  ]);
  expect(first?.interruptions).toEqual([
    { segment: 1, kind: "sound" },
    { segment: 3, kind: "left" },
  ]);
  expect(first?.brokenOff).toEqual([2]);
  expect(second).toMatchObject({ interruptions: [{ segment: 1, kind: "microphone" }], brokenOff: [] });
});

// In each dialogue, one repeat is free. One mark is proposed for each further repeat.
test.each([
  [[], [0, 2, 2], [0, 0, 0]],
  [[repeatNote(1, 0, 0.5)], [0.5, 2, 1.5], [0, 0, 0]],
  [
    [repeatNote(1, 0, 3), repeatNote(2, 1, 1)],
    [3, 2, 0],
    [1, 0, 0],
  ],
])("listIncidents computes the marks for the repeats in each dialogue (example %#)", (changes, first, second) => {
  const incidents = listIncidents(exams["naati-ccl"], attempt, changes);
  expect(incidents.map(({ charged, proposed, uncharged }) => [charged, proposed, uncharged])).toEqual([first, second]);
});

test("listIncidents charges no omission, and no repeat on a segment that does not exist", () => {
  const omission: MarkingChange = {
    ...{ type: "note", id: "0f8e2c9a-3d44-4b57-8a8e-000000000009", changed_at: at },
    note: { dialogue: 0, segment: 0, kind: "omission", at_seconds: 0, deduction: 2, remark: "" },
  };
  const beyond: MarkingChange = {
    ...{ type: "note", id: "0f8e2c9a-3d44-4b57-8a8e-000000000008", changed_at: at },
    note: { dialogue: 1, segment: 2, kind: "repeat", at_seconds: 0, deduction: 2, remark: "" },
  };
  expect(listIncidents(exams["naati-ccl"], attempt, [omission, beyond]).map(({ charged }) => charged)).toEqual([0, 0]);
});
