import { describe, expect, test } from "vitest";
import { type ContentMinute, contentCheckMs, findContentFault } from "../../../domain/content/content-errors.ts";

const until = new Date("2026-11-25T08:30:00Z");

const minute = (ago: number, figures: Partial<ContentMinute>): ContentMinute => ({
  ...{ at: new Date(until.getTime() - ago * 60_000), requests: 0, refusedPercent: 0, failedPercent: 0 },
  ...figures,
});
const last = (figures: Partial<ContentMinute>) => minute(1, figures);
const previous = (figures: Partial<ContentMinute>) => minute(16, figures);

test("a check of content errors covers 30 minutes", () => {
  expect(contentCheckMs).toBe(30 * 60_000);
});

// A fault needs at least three failures, and at least five percent of the requests.
describe("failed content requests", () => {
  test.each([
    ["are a fault", 100, 3],
    ["are no fault", 100, 2],
    ["are a fault", 5, 60],
    ["are no fault", (100 * 3) / 61, 61],
    ["are no fault", 4.99, 10_000],
    ["are a fault", 5, 10_000],
  ])("%s at %d percent of %i requests", (verdict, failedPercent, requests) => {
    expect(findContentFault([last({ requests, failedPercent })], until)).toEqual(
      verdict === "are a fault" ? { kind: "failed", percent: Math.round(failedPercent), requests } : null,
    );
  });

  test("have a percentage that weights each minute by its number of requests", () => {
    const quiet = minute(2, { requests: 1, failedPercent: 100 });
    expect(findContentFault([quiet, last({ requests: 999, failedPercent: 0 })], until)).toBeNull();
    const busy = minute(2, { requests: 999, failedPercent: 10 });
    expect(findContentFault([busy, last({ requests: 1, failedPercent: 0 })], until)).toMatchObject({ percent: 10 });
  });

  test("are no fault if they are older than a quarter of an hour", () => {
    expect(findContentFault([previous({ requests: 100, failedPercent: 100 })], until)).toBeNull();
  });
});

describe("refused content requests", () => {
  const everything = { requests: 10, refusedPercent: 100 };

  test("are a fault if all requests of two successive quarters of an hour are refused", () => {
    expect(findContentFault([previous(everything), last(everything)], until)).toEqual({
      kind: "refused",
      percent: 100,
      requests: 10,
    });
  });

  test.each([
    ["all in the last quarter of an hour", [last(everything)]],
    ["all in the previous quarter of an hour", [previous(everything), last({ requests: 10 })]],
    ["only two in the last quarter of an hour", [previous(everything), last({ requests: 2, refusedPercent: 100 })]],
    [
      "less than a fifth of the requests in the last quarter of an hour",
      [previous(everything), last({ requests: 1000, refusedPercent: 19.9 })],
    ],
  ])("are no fault if they are %s", (_, minutes) => {
    expect(findContentFault(minutes, until)).toBeNull();
  });
});

test("findContentFault returns null if there are no requests", () => {
  expect(findContentFault([], until)).toBeNull();
});
