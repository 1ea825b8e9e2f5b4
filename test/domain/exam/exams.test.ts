import { describe, expect, test } from "vitest";
import { type Exam, errorKinds, exams, findExam, isOfExamLength } from "../../../domain/exam/exams.ts";

const ccl = exams["naati-ccl"];

describe("NAATI CCL", () => {
  test("has the listed rules on dialogues, repeats, marks, errors and equipment", () => {
    const { name, proposals: _, ...rules } = ccl;
    const values = Object.fromEntries(Object.entries(rules).map(([rule, { value }]) => [rule, value]));
    expect({ name, ...values }).toEqual({
      name: "NAATI CCL",
      dialogues: { count: 2, ofDifferentTopics: true },
      // 300 words, plus or minus ten percent.
      words: { least: 270, most: 330 },
      segmentWords: 35,
      chime: true,
      beginWithin: 5,
      freeRepeats: 1,
      recordedSeconds: 1200,
      marks: { each: 45, step: 0.5 },
      pass: { total: 63, each: 29 },
      errors: ["omission", "distortion", "insertion", "language", "register", "pause", "self-correction", "repeat"],
      paper: true,
      equipment: {
        text: "A wired headset or wired earphones are recommended. Bluetooth and wireless headsets are not allowed.",
        wireless: false,
      },
    });
  });

  test("lists the statements that contradict its rule on headsets", () => {
    const { source, contradictions } = ccl.equipment;
    expect(new URL(source).hostname).toBe("www.naati.com.au");
    expect(contradictions.map((said) => ("source" in said ? new URL(said.source).hostname : said.saidOn))).toEqual([
      "support.proctorexam.com",
      "2026-06",
      "cclhub.com.au",
    ]);
  });
});

describe.each(Object.entries<Exam>(exams))("the exam %s", (id, { name, proposals, ...rules }) => {
  test("has a source and a date for each rule", () => {
    for (const [rule, { source, checkedOn }] of Object.entries(rules)) {
      expect([rule, new URL(source).protocol]).toEqual([rule, "https:"]);
      expect(new Date(checkedOn).toISOString().slice(0, 10)).toBe(checkedOn);
    }
    for (const said of rules.equipment.contradictions) {
      if ("source" in said) expect(new URL(said.source).protocol).toBe("https:");
      else expect(said.saidOn).toMatch(/^\d{4}-\d\d$/);
    }
  });

  test("can be passed, and proposes only deductions in whole marking steps", () => {
    const { marks, pass, dialogues, errors } = rules;
    expect(pass.value.total).toBeLessThanOrEqual(marks.value.each * dialogues.value.count);
    expect(pass.value.each).toBeLessThanOrEqual(marks.value.each);
    expect(errorKinds).toEqual(expect.arrayContaining([...errors.value]));
    const proposed = [proposals.repeat, ...Object.values(proposals.units).flatMap(({ least, most }) => [least, most])];
    for (const some of proposed) {
      expect(some).toBeGreaterThan(0);
      expect(some % marks.value.step).toBe(0);
    }
    for (const { least, most } of Object.values(proposals.units)) expect(most).toBeGreaterThanOrEqual(least);
  });

  test("is found by its id", () => {
    expect(findExam(id)?.name).toBe(name);
  });
});

test.each(["", "naati", "NAATI-CCL", "toString", "__proto__", "constructor"])(
  "findExam finds no exam with the id %j",
  (id) => {
    expect(findExam(id)).toBeUndefined();
  },
);

test.each([
  [269, false],
  [270, true],
  [300, true],
  [330, true],
  [331, false],
])("isOfExamLength for %i words returns %s", (words, isSo) => {
  expect(isOfExamLength(words)).toBe(isSo);
});
