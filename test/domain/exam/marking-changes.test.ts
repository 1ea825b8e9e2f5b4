import { expect, test } from "vitest";
import { exams } from "../../../domain/exam/exams.ts";
import { clampDeduction, defaultDeduction } from "../../../domain/exam/marking-changes.ts";

test("defaultDeduction returns the exam's proposal for a repeat, and half a mark for an omission", () => {
  const exam = exams["naati-ccl"];
  const costly = { ...exam, proposals: { ...exam.proposals, repeat: 3 } };
  expect([defaultDeduction(costly, "omission"), defaultDeduction(costly, "repeat")]).toEqual([0.5, 3]);
});

test("clampDeduction limits a deduction to the range from 0 to 45 marks", () => {
  expect([-0.5, 0, 1.5, 45, 45.5].map(clampDeduction)).toEqual([0, 0, 1.5, 45, 45]);
});
