import { expect, test } from "vitest";
import { durationText } from "../../../web/src/ui/duration-text.ts";

test.each([
  [1, "1 min"],
  [89, "1 min"],
  [90, "2 min"],
  [59 * 60 + 29, "59 min"],
  [59 * 60 + 30, "1 h"],
  [72 * 60, "1 h 12 min"],
  [120 * 60, "2 h"],
  [25 * 3600 + 60, "25 h 1 min"],
])("durationText shows %i seconds as %s, with non-breaking spaces", (seconds, text) => {
  expect(durationText(seconds)).toBe(text.replaceAll(" ", "\u00a0"));
});
