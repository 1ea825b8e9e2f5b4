import { describe, expect, it } from "vitest";
import type { Marking, MarkingChange } from "../../../../domain/exam/exam-attempt.ts";
import { listIncidents } from "../../../../domain/exam/exam-incidents.ts";
import { computeExamResult } from "../../../../domain/exam/exam-result.ts";
import { exams } from "../../../../domain/exam/exams.ts";
import { markChange, tickChange } from "../../../../domain/exam/marking-changes.ts";
import {
  interruptionsText,
  repeatMarksText,
  repeatsText,
} from "../../../../web/src/features/exam/result/incidents.tsx";
import { deductionText, dialogueMarksText, markerText } from "../../../../web/src/features/exam/result/marking-text.ts";
import {
  compareMarkings,
  findDifferences,
  marksChartData,
  verdictOf,
} from "../../../../web/src/features/exam/result/result-view.ts";
import { marksText } from "../../../../web/src/ui/marks-text.ts";
import { aDialogue, aNote, anAttempt, at, heard } from "../marked-attempts.ts";

const exam = exams["naati-ccl"];
const attempt = anAttempt(aDialogue([heard, heard]), aDialogue([heard], "legal-1"));
const places = [
  { dialogue: 0, segment: 0 },
  { dialogue: 0, segment: 1 },
  { dialogue: 1, segment: 0 },
];
const allMarked = places.map((place) => markChange(place, true, at(9)));
const verdict = (changes: readonly MarkingChange[], of = attempt) =>
  verdictOf(computeExamResult(exam, of, changes), exam.pass.value);

describe("the result of an exam attempt", () => {
  it("is not final while a heard segment is not marked", () => {
    const { title, isFinal, reasons } = verdict(allMarked.slice(1));
    expect([title, isFinal, reasons]).toEqual(["Marking not finished", false, ["1 of 3 segments is not marked yet."]]);
  });

  it("is not a pass until every heard segment is marked", () => {
    expect(verdict([])).toEqual({
      ...{ title: "Not marked yet", reasons: ["There are 3 segments to mark."] },
      isFinal: false,
    });
    expect(verdict([aNote()])).toMatchObject({ title: "Marking not finished" });
    expect(verdict(allMarked.slice(2))).toMatchObject({ title: "Marking not finished" });
    expect(verdict(allMarked)).toMatchObject({ title: "Pass" });
  });

  it("names a single segment to mark in the singular", () => {
    expect(verdict([], anAttempt(aDialogue([heard]))).reasons).toEqual(["There is 1 segment to mark."]);
  });

  it("shows no marks for a dialogue that is not marked yet or was not heard", () => {
    const texts = (changes: readonly MarkingChange[], of = attempt) =>
      computeExamResult(exam, of, changes).dialogues.map(dialogueMarksText);
    expect(texts([aNote({ deduction: 2.5 })])).toEqual(["42.5/45", "not marked yet"]);
    expect(texts(allMarked)).toEqual(["45/45", "45/45"]);
    const cut = anAttempt(aDialogue([heard]), aDialogue([null], "legal-1"));
    expect(texts(allMarked, cut)).toEqual(["45/45", "not heard"]);
  });

  it("reports nothing to mark if no segment was heard", () => {
    const unheard = anAttempt(aDialogue([null]), aDialogue([null], "legal-1"));
    expect(verdict([], unheard)).toMatchObject({ title: "Nothing to mark", isFinal: false });
  });

  it("is a pass with 29 marks in a dialogue and 63 in total, but not with half a mark less", () => {
    const passed = [...allMarked, aNote({ deduction: 16 }), aNote({ dialogue: 1, deduction: 11 })];
    expect(verdict(passed)).toMatchObject({ title: "Pass", isFinal: true });
    const { title, reasons } = verdict([...passed, aNote({ deduction: 0.5 })]);
    expect(title).toBe("Fail");
    expect(reasons).toEqual([
      "Dialogue 1 has 28.5\u00a0marks. A pass needs 29.",
      "The total is 62.5\u00a0marks. A pass needs 63.",
    ]);
  });

  it("is a fail if one segment was not heard and the others are marked", () => {
    const cut = anAttempt(aDialogue([heard, null]), aDialogue([heard], "legal-1"));
    const { title, reasons } = verdict(allMarked, cut);
    expect([title, reasons]).toEqual(["Fail", ["1 segment was not heard."]]);
  });
});

describe("the chart of the marks", () => {
  const changes = [
    aNote({ deduction: 2 }),
    aNote({ segment: 1, deduction: 1.5 }),
    aNote({ segment: 1, deduction: 1 }),
    aNote({ dialogue: 1, deduction: 20 }),
  ];
  const falls = marksChartData(exam, attempt, changes);

  it("starts at full marks, and falls by the deductions of each segment", () => {
    expect(falls[0]?.steps.map(({ before, after, lost }) => [before, after, lost])).toEqual([
      [45, 43, 2],
      [43, 40.5, 2.5],
    ]);
  });

  it("distinguishes an unmarked segment with a deduction from marked segments without deductions", () => {
    const [first, second] = marksChartData(exam, attempt, [...allMarked.slice(1), aNote()]);
    expect(first?.steps.map(({ state }) => state)).toEqual(["unmarked", "marked"]);
    expect(second?.steps.map(({ state }) => state)).toEqual(["marked"]);
  });

  it("has the same scale for all dialogues", () => {
    expect(falls.map(({ top, bottom, pass }) => [top, bottom, pass])).toEqual([
      [45, 20, 29],
      [45, 20, 29],
    ]);
    const [calm] = marksChartData(exam, attempt, []);
    expect([calm?.top, calm?.bottom]).toEqual([45, 25]);
  });

  it("does not fall below zero", () => {
    const [fall] = marksChartData(exam, attempt, [aNote({ deduction: 45 }), aNote({ segment: 1, deduction: 3 })]);
    expect([fall?.bottom, fall?.steps.map(({ after }) => after)]).toEqual([0, [0, 0]]);
  });
});

describe("markings side by side", () => {
  const marking = (id: string, seconds: number, changes: readonly MarkingChange[]): Marking => ({
    marking_id: id,
    created_at: at(seconds),
    changes: [...changes],
  });
  const aUnit = { kind: "number", original: "two", translation: "दुई" } as const;
  const mine = marking("mine", 1, [aNote({ deduction: 1 }), aNote({ segment: 1, deduction: 0.5 })]);
  const hers = marking("hers", 5, [
    { type: "marker", name: " Maya ", changed_at: at(5) },
    aNote({ deduction: 3 }),
    aNote({ segment: 1, deduction: 0.5 }),
    tickChange({ dialogue: 1, segment: 0 }, { at: 0, unit: aUnit }, "missed", at(6)),
  ]);

  it("are listed from oldest to newest, each with its marker and marks", () => {
    const compared = compareMarkings(exam, attempt, [hers, mine]);
    expect(compared.map(({ marker, result }) => [marker, result.marks])).toEqual([
      ["You", 88.5],
      ["Maya", 86.5],
    ]);
  });

  it("list only the segments that differ, with the largest difference first", () => {
    const differences = (markings: readonly Marking[]) =>
      findDifferences(attempt, markings).map(({ dialogue, segment, marksApart }) => [dialogue, segment, marksApart]);
    expect(differences([mine, hers])).toEqual([
      [0, 0, 2],
      [1, 0, 0],
    ]);
    const stricter = marking("stricter", 7, [...hers.changes, aNote({ dialogue: 1, deduction: 4 })]);
    expect(differences([mine, stricter])).toEqual([
      [1, 0, 4],
      [0, 0, 2],
    ]);
    const other = marking("other", 9, [
      aNote({ deduction: 1, kind: "register" }),
      aNote({ segment: 1, deduction: 0.5 }),
    ]);
    expect(
      findDifferences(attempt, [mine, other]).map(({ segmentMarks }) => segmentMarks.map(({ kinds }) => kinds)),
    ).toEqual([[["omission"], ["register"]]]);
  });
});

describe("an exam attempt with repeats and interruptions", () => {
  const dialogue = aDialogue([
    { ...heard, repeats: 1 },
    { ...heard, repeats: 2 },
    { ...heard, interrupted: true },
  ]);
  const interruption = { at: at(3), dialogue: 0, segment: 1, kind: "microphone" } as const;
  const repeated = { ...anAttempt(dialogue, aDialogue([heard], "legal-1")), interruptions: [interruption] };
  const texts = (changes: readonly MarkingChange[], one = 0) => {
    const incidents = listIncidents(exam, repeated, changes)[one];
    if (!incidents) throw new Error("There is such a dialogue");
    return [repeatsText(incidents, exam), repeatMarksText(incidents), interruptionsText(incidents)];
  };

  it("lists repeats, interruptions, the suggested deduction and the marks not deducted yet", () => {
    expect(texts([aNote({ kind: "repeat", deduction: 0.5 })])).toEqual([
      "3 repeats: segment 1, segment 2 (twice). 1 is free.",
      "Suggested deduction: 2\u00a0marks. Deducted for repeats: 0.5\u00a0marks. Not deducted yet: 1.5\u00a0marks.",
      "2 interruptions: segment 2 (microphone failed), segment 3 (recording interrupted).",
    ]);
    expect(texts([aNote({ kind: "repeat", deduction: 2 })])[1]).toBe(
      "Suggested deduction: 2\u00a0marks. Deducted for repeats: 2\u00a0marks.",
    );
  });

  it("states that its second dialogue has no repeats and no interruptions", () => {
    expect(texts([], 1)).toEqual(["No repeats.", "", "No interruptions."]);
  });

  it("has, for each compared marking, the deducted and the suggested marks for repeats", () => {
    const markings = [[], [aNote({ kind: "repeat", deduction: 1 })]].map((changes, nth) => ({
      ...{ marking_id: `${nth}`, created_at: at(nth), changes },
    }));
    expect(compareMarkings(exam, repeated, markings).map(({ repeats }) => repeats)).toEqual([
      { charged: 0, proposed: 2 },
      { charged: 1, proposed: 2 },
    ]);
  });
});

describe("the result texts", () => {
  it("show marks, deductions and the names of markers", () => {
    expect([marksText(1), marksText(1.5), marksText(0.5)]).toEqual(["1\u00a0mark", "1.5\u00a0marks", "0.5\u00a0marks"]);
    expect([deductionText(0), deductionText(1.5)]).toEqual(["0", "\u22121.5"]);
    expect([markerText(" "), markerText(" Maya ")]).toEqual(["You", "Maya"]);
  });
});
