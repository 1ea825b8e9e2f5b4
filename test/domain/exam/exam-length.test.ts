import { expect, test } from "vitest";
import { isOfExamLength } from "../../../domain/exam/exam-length.ts";

test.each([
  [269, false],
  [270, true],
  [300, true],
  [330, true],
  [331, false],
])("the exam's dialogues have 300 words, give or take a tenth: %i", (words, isSo) => {
  expect(isOfExamLength(words)).toBe(isSo);
});
