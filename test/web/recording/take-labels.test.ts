import { expect, test } from "vitest";
import { takeLength, takeTime } from "../../../web/src/features/recording/take-labels.ts";

test.each([
  [0.2, "0:01"],
  [12, "0:12"],
  [59.5, "1:00"],
  [600, "10:00"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(takeLength(seconds)).toBe(shown);
});

test("a take of another day is shown with its day", () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  expect(takeTime(new Date(2026, 10, 21, 14, 32).getTime(), now)).toMatch(/^2:32\sPM$/);
  expect(takeTime(new Date(2026, 10, 20, 9, 5).getTime(), now)).toMatch(/^Nov 20, 9:05\sAM$/);
});
