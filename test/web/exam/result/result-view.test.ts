import { describe, expect, it } from "vitest";
import type { Marking, MarkingChange } from "../../../../domain/exam-attempt.ts";
import { notesOf } from "../../../../domain/exam-marking.ts";
import { resultOf } from "../../../../domain/exam-result.ts";
import { exams } from "../../../../domain/exams.ts";
import { comparedOf, differencesOf } from "../../../../web/src/features/exam/result/comparison.ts";
import { fallsOf } from "../../../../web/src/features/exam/result/fall-view.ts";
import {
  deductionText,
  markerText,
  marksText,
  momentText,
} from "../../../../web/src/features/exam/result/marking-words.ts";
import { verdictOf } from "../../../../web/src/features/exam/result/verdict.ts";
import { markChange, tickChange } from "../../../../web/src/features/exam/sheet/sheet-view.ts";
import { aDialogue, aNote, anAttempt, at, heard } from "../marked-mocks.ts";

const exam = exams["naati-ccl"];
const attempt = anAttempt(aDialogue([heard, heard]), aDialogue([heard], "legal-1"));
const places = [
  { dialogue: 0, segment: 0 },
  { dialogue: 0, segment: 1 },
  { dialogue: 1, segment: 0 },
];
const allMarked = places.map((place) => markChange(place, true, at(9)));
const verdict = (changes: readonly MarkingChange[], of = attempt) =>
  verdictOf(resultOf(exam, of, changes), exam.pass.value);

describe("the verdict", () => {
  it("waits until all that was heard is marked", () => {
    const { title, isFinal, reasons } = verdict(allMarked.slice(1));
    expect([title, isFinal, reasons]).toEqual([
      "Not marked to the end",
      false,
      ["1 of 3 segments is still to be marked."],
    ]);
  });

  it("is a pass at 29 in each dialogue and 63 together", () => {
    const passed = [...allMarked, aNote({ deduction: 16 }), aNote({ dialogue: 1, deduction: 11 })];
    expect(verdict(passed)).toMatchObject({ title: "Pass", isFinal: true });
    const { title, reasons } = verdict([...passed, aNote({ deduction: 0.5 })]);
    expect(title).toBe("Fail");
    expect(reasons).toEqual([
      "Dialogue 1 has 28.5\u00a0marks, and a pass needs 29.",
      "All together are 62.5\u00a0marks, and a pass needs 63.",
    ]);
  });

  it("is no pass where the mock was not heard to its end", () => {
    const cut = anAttempt(aDialogue([heard, null]), aDialogue([heard], "legal-1"));
    const { title, reasons } = verdict(allMarked, cut);
    expect([title, reasons]).toEqual(["Fail", ["1 segment was not heard."]]);
  });
});

describe("how the marks went", () => {
  const changes = [
    aNote({ deduction: 2 }),
    aNote({ segment: 1, deduction: 1.5 }),
    aNote({ segment: 1, deduction: 1 }),
    aNote({ dialogue: 1, deduction: 20 }),
  ];
  const falls = fallsOf(exam, attempt, notesOf(changes));

  it("falls from all marks by what each segment cost", () => {
    expect(falls[0]?.drops.map(({ before, after, lost }) => [before, after, lost])).toEqual([
      [45, 43, 2],
      [43, 40.5, 2.5],
    ]);
  });

  it("is drawn to one scale in which the pass mark and the lowest are seen", () => {
    expect(falls.map(({ top, bottom, pass }) => [top, bottom, pass])).toEqual([
      [45, 20, 29],
      [45, 20, 29],
    ]);
    const [calm] = fallsOf(exam, attempt, []);
    expect([calm?.top, calm?.bottom]).toEqual([45, 25]);
  });

  it("never falls below nothing", () => {
    const [fall] = fallsOf(exam, attempt, notesOf([aNote({ deduction: 45 }), aNote({ segment: 1, deduction: 3 })]));
    expect([fall?.bottom, fall?.drops.map(({ after }) => after)]).toEqual([0, [0, 0]]);
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

  it("stand in the order in which they were begun, each with its name and marks", () => {
    const compared = comparedOf(exam, attempt, [hers, mine]);
    expect(compared.map(({ marker, result }) => [marker, result.marks])).toEqual([
      ["You", 88.5],
      ["Maya", 86.5],
    ]);
  });

  it("differ in marks, in kinds and in units; the furthest apart first, and what is the same is left out", () => {
    expect(
      differencesOf(attempt, [mine, hers]).map(({ dialogue, segment, apart }) => [dialogue, segment, apart]),
    ).toEqual([
      [0, 0, 2],
      [1, 0, 0],
    ]);
    const other = marking("other", 9, [
      aNote({ deduction: 1, kind: "register" }),
      aNote({ segment: 1, deduction: 0.5 }),
    ]);
    expect(differencesOf(attempt, [mine, other]).map(({ opinions }) => opinions.map(({ kinds }) => kinds))).toEqual([
      [["omission"], ["register"]],
    ]);
  });
});

describe("words", () => {
  it.each([
    [0, "0:00.0"],
    [7.34, "0:07.3"],
    [59.97, "1:00.0"],
    [75.5, "1:15.5"],
  ])("a moment of %d seconds is %s", (seconds, text) => expect(momentText(seconds)).toBe(text));

  it("of marks, deductions and markers", () => {
    expect([marksText(1), marksText(1.5), marksText(0.5)]).toEqual(["1\u00a0mark", "1.5\u00a0marks", "0.5\u00a0marks"]);
    expect([deductionText(0), deductionText(1.5)]).toEqual(["0", "\u22121.5"]);
    expect([markerText(" "), markerText(" Maya ")]).toEqual(["You", "Maya"]);
  });
});
