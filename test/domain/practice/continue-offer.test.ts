import { expect, test } from "vitest";
import { continueOffer } from "../../../domain/practice/continue-offer.ts";

const practiceAt = (index: number, done: readonly boolean[]) => ({
  index,
  segments: done.map((completed) => ({
    attempts: 1,
    completed,
    known: true,
    recordings: [],
    currentRecording: null,
  })),
});

test.each([
  ["at the first segment that is not completed", 0, [true, true, false, false], 2],
  ["at a gap before later completed segments", 0, [true, false, true, false], 1],
  ["nowhere if the first segment is not completed", 0, [false, true, true], null],
  ["nowhere if no segment is completed", 0, [false, false], null],
  ["nowhere if all segments are completed", 0, [true, true], null],
  ["nowhere if the learner is at the second segment", 1, [true, true, false], null],
])("continueOffer offers to continue %s", (_, index, done, expected) => {
  expect(continueOffer(practiceAt(index, done))).toBe(expected);
});
