import { describe, expect, it } from "vitest";
import type { ScoringUnit } from "../../../../domain/content/pack.ts";
import type { MarkingChange } from "../../../../domain/exam/exam-attempt.ts";
import { mergeChanges } from "../../../../domain/exam/exam-marking.ts";
import { exams } from "../../../../domain/exam/exams.ts";
import { markChange, tickChange } from "../../../../domain/exam/marking-changes.ts";
import {
  buildSheet,
  firstUnmarked,
  nextHeard,
  nextOutcome,
  restCarriedChanges,
  segmentEventTexts,
} from "../../../../web/src/features/exam/sheet/sheet-view.ts";
import { aDialogue, aNote, anAttempt, anExamRecording, aSegment, at, heard } from "../marked-attempts.ts";

const number: ScoringUnit = { kind: "number", original: "two", translation: "दुई" };
const negation: ScoringUnit = { kind: "negation", original: "not three", translation: "तीन होइन" };
const units = [number, negation];
const attempt = anAttempt(aDialogue([heard, heard, null]), aDialogue([heard], "legal-1"));
const texts = [[aSegment(units), aSegment(), aSegment()], null];
const sheet = (changes: readonly MarkingChange[] = [], recordings = [anExamRecording()]) =>
  buildSheet({ attempt, texts, changes, recordings: recordings });

describe("the marking sheet of an exam attempt", () => {
  it("lists every segment in order, even unheard segments", () => {
    expect(sheet().map(({ dialogue, segment, facts, text }) => [dialogue, segment, !!facts, !!text])).toEqual([
      [0, 0, true, true],
      [0, 1, true, true],
      [0, 2, false, true],
      [1, 0, true, false],
    ]);
  });

  it("lists recordings, notes and marks at their segments", () => {
    const changes = [
      aNote({ deduction: 1.5, at_seconds: 7 }),
      aNote({ deduction: 0.5, at_seconds: 2 }),
      aNote({ dialogue: 1, deduction: 2 }),
      tickChange({ dialogue: 0, segment: 0 }, { at: 1, unit: negation }, "missed", at(1)),
      markChange({ dialogue: 0, segment: 1 }, true, at(1)),
    ];
    const [first, second, , last] = sheet(changes);
    expect(first?.notes.map(({ at_seconds }) => at_seconds)).toEqual([2, 7]);
    expect([first?.lost, second?.lost, last?.lost]).toEqual([2, 0, 2]);
    expect(first?.units.map(({ outcome }) => outcome)).toEqual([null, "missed"]);
    expect([first?.marked, second?.marked]).toEqual([false, true]);
    expect([first?.recording?.number, second?.recording, last?.recording]).toEqual([1, null, null]);
  });

  it("starts at the first heard segment that is not marked, or else at the first segment", () => {
    expect(firstUnmarked(sheet())).toBe(0);
    const marked = [0, 1].map((segment) => markChange({ dialogue: 0, segment }, true, at(1)));
    expect(firstUnmarked(sheet(marked))).toBe(3);
    expect(firstUnmarked(sheet([...marked, markChange({ dialogue: 1, segment: 0 }, true, at(1))]))).toBe(0);
  });

  it("skips unheard segments, and stays between its first and last segment", () => {
    const all = sheet();
    expect([nextHeard(all, 0, 1), nextHeard(all, 1, 1), nextHeard(all, 3, -1)]).toEqual([1, 3, 1]);
    expect([nextHeard(all, 0, -1), nextHeard(all, 3, 1)]).toEqual([0, 3]);
  });
});

describe("the ticks of scoring units", () => {
  it("change from open to missed, to carried, and to open again", () => {
    expect([null, "missed" as const, "carried" as const].map(nextOutcome)).toEqual(["missed", "carried", null]);
  });

  it("mark all remaining units as carried without changing earlier ticks", () => {
    const missed = tickChange({ dialogue: 0, segment: 0 }, { at: 0, unit: number }, "missed", at(1));
    const [segment] = sheet([missed]);
    if (!segment) throw new Error("The mock has a segment");
    const changes = restCarriedChanges(segment, at(2));
    const [after] = sheet(mergeChanges([missed], changes));
    expect(after?.units.map(({ outcome }) => outcome)).toEqual(["missed", "carried"]);
    expect(after && restCarriedChanges(after, at(3))).toEqual([]);
  });
});

it("segmentEventTexts lists the gaps, repeats and interruptions of each segment", () => {
  const dialogue = aDialogue([
    heard,
    { ...heard, repeats: 1 },
    { ...heard, repeats: 1, interrupted: true },
    { ...heard, repeats: 2 },
  ]);
  const recordings = [anExamRecording({ gaps: [{ atSeconds: 7, seconds: 0.4 }] })];
  const sheet = buildSheet({ attempt: anAttempt(dialogue), texts: [null], changes: [], recordings: recordings });
  expect(sheet.map((segment) => segmentEventTexts(exams["naati-ccl"], dialogue, segment))).toEqual([
    ["0.4 seconds are missing at 0:07"],
    ["Repeated once, free"],
    ["Repeated once, suggested deduction: 1\u00a0mark", "Interrupted"],
    ["Repeated 2 times, suggested deduction: 2\u00a0marks"],
  ]);
});
