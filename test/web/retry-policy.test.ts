import { describe, expect, test } from "vitest";
import { refusalStatus } from "../../domain/http/refusal.ts";
import { decideRetry, retryDelayMs } from "../../web/src/retry-policy.ts";

describe("decideRetry", () => {
  test.each([
    ["unreachable", "retry"],
    ["unreadable", "retry"],
    ["unknown", "retry"],
    ["internal_error", "retry"],
    ["too_many_requests", "retry"],
    ["unauthorized", "hold"],
    ["changed_meanwhile", "retry"],
    ["bad_request", "drop"],
    ["profile_not_found", "drop"],
    ["no_such_route", "retry"],
  ] as const)("for %s returns %s", (failure, verdict) => expect(decideRetry(failure)).toBe(verdict));

  test("returns “drop” for each refusal status below 500, except 401, 429 and the code changed_meanwhile", () => {
    for (const [code, status] of Object.entries(refusalStatus)) {
      const dropped = decideRetry(code as keyof typeof refusalStatus) === "drop";
      const isOfRequest = status < 500 && status !== 401 && status !== 429 && code !== "changed_meanwhile";
      expect([code, dropped]).toEqual([code, isOfRequest]);
    }
  });

  test("returns “retry” for an unknown code of a newer server", () => {
    expect(decideRetry("from_tomorrow" as never)).toBe("retry");
  });
});

test("retryDelayMs doubles its longest delay with each failure, from two seconds up to five minutes", () => {
  const longest = (failures: number) => retryDelayMs(failures, () => 0);
  expect([1, 2, 3, 4].map(longest)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect([9, 50, 5_000].map(longest)).toEqual([300_000, 300_000, 300_000]);
});

test("retryDelayMs shortens the delay randomly by up to a half", () => {
  expect([0, 0.5, 1].map((chance) => retryDelayMs(2, () => chance))).toEqual([4_000, 3_000, 2_000]);
});
