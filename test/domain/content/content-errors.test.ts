import { describe, expect, test } from "vitest";
import { type ContentMinute, contentCheckMs, findContentFault } from "../../../domain/content/content-errors.ts";

const until = new Date("2026-11-25T08:30:00Z");

/** One minute's figures, `ago` minutes before the end. */
const minute = (ago: number, figures: Partial<ContentMinute>): ContentMinute => ({
  ...{ at: new Date(until.getTime() - ago * 60_000), requests: 0, refusedPercent: 0, failedPercent: 0 },
  ...figures,
});
const last = (figures: Partial<ContentMinute>) => minute(1, figures);
const previous = (figures: Partial<ContentMinute>) => minute(16, figures);

test("a check looks at two quarters of an hour", () => {
  expect(contentCheckMs).toBe(30 * 60_000);
});

// As every other failure alarm: from five percent, and at least three.
describe("failures", () => {
  test.each([
    [3, 100, 3, true],
    [2, 100, 2, false],
    [60, 5, 60, true],
    [61, (100 * 3) / 61, 61, false],
    [10_000, 4.99, 10_000, false],
    [10_000, 5, 10_000, true],
  ])("of %i requests at %d percent are a fault: %s", (requests, failedPercent, counted, isFault) => {
    expect(findContentFault([last({ requests, failedPercent })], until)).toEqual(
      isFault ? { kind: "failed", percent: Math.round(failedPercent), requests: counted } : null,
    );
  });

  test("are weighted by the requests of their minute", () => {
    const quiet = minute(2, { requests: 1, failedPercent: 100 });
    expect(findContentFault([quiet, last({ requests: 999, failedPercent: 0 })], until)).toBeNull();
    const busy = minute(2, { requests: 999, failedPercent: 10 });
    expect(findContentFault([busy, last({ requests: 1, failedPercent: 0 })], until)).toMatchObject({ percent: 10 });
  });

  test("of an earlier quarter of an hour are over", () => {
    expect(findContentFault([previous({ requests: 100, failedPercent: 100 })], until)).toBeNull();
  });
});

describe("refusals", () => {
  const everything = { requests: 10, refusedPercent: 100 };

  test("in both quarters of an hour are a fault", () => {
    expect(findContentFault([previous(everything), last(everything)], until)).toEqual({
      kind: "refused",
      percent: 100,
      requests: 10,
    });
  });

  test.each([
    ["a stranger's scan of a quarter of an hour", [last(everything)]],
    ["a scan that is over", [previous(everything), last({ requests: 10 })]],
    ["two refusals", [previous(everything), last({ requests: 2, refusedPercent: 100 })]],
    ["less than a fifth", [previous(everything), last({ requests: 1000, refusedPercent: 19.9 })]],
  ])("are no fault if they are %s", (_, minutes) => {
    expect(findContentFault(minutes, until)).toBeNull();
  });
});

test("no requests are no fault", () => {
  expect(findContentFault([], until)).toBeNull();
});
