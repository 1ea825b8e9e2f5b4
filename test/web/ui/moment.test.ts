import { expect, test } from "vitest";
import { clampMoment, momentText } from "../../../web/src/ui/moment.ts";

test("clampMoment rounds a moment to tenths of a second and limits the moment to the recording", () => {
  expect([clampMoment(2.349, 8), clampMoment(-0.1, 8), clampMoment(9, 8)]).toEqual([2.3, 0, 8]);
  expect(clampMoment(0.1 + 0.2, 8)).toBe(0.3);
});

test("clampMoment returns the end of the recording if the rounded moment is later", () => {
  expect([7.96, 7.97, 60].map((seconds) => clampMoment(seconds, 7.97))).toEqual([7.97, 7.97, 7.97]);
});

test("clampMoment rounds the moment to tenths of a second if the length of the recording is unknown", () => {
  expect(clampMoment(700.04, null)).toBe(700);
});

test.each([
  [0, "0:00.0"],
  [7.3, "0:07.3"],
  [7.34, "0:07.3"],
  [59.96, "1:00.0"],
  [59.97, "1:00.0"],
  [75.5, "1:15.5"],
  [125.4, "2:05.4"],
])("momentText formats %d seconds as %s", (seconds, text) => {
  expect(momentText(seconds)).toBe(text);
});
