import { describe, expect, test } from "vitest";
import { durationMs } from "../../local/duration.ts";

const day = 86_400_000;

describe("a duration", () => {
  test.each([
    ["P35D", 35 * day],
    ["P1W", 7 * day],
    ["P1W2D", 9 * day],
    ["PT1H", 3_600_000],
    ["PT90M", 5_400_000],
    ["PT30S", 30_000],
    ["P1DT2H3M4S", day + 7_384_000],
    ["P1WT1S", 7 * day + 1000],
    ["P0D", 0],
    ["PT0S", 0],
    ["P007D", 7 * day],
  ])("%s is %i ms", (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  test.each([
    "",
    "P",
    "PT",
    "P1DT",
    "35D",
    "P35",
    "D35",
    "p35d",
    "P35d",
    "P1H",
    "PT1D",
    "P1D2W",
    "PT1S1M",
    "P1Y",
    "P1M",
    "P1.5D",
    "PT0,5S",
    "P-1D",
    "-P1D",
    "+P1D",
    " P1D",
    "P1D ",
    "P1D\n",
    "P 1D",
    "P१D",
    "1 day",
    "86400000",
    "null",
  ])("is not %j", (text) => {
    expect(durationMs(text)).toBeNull();
  });
});
