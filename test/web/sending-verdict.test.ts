import { describe, expect, test } from "vitest";
import { refusalStatus } from "../../domain/refusal.ts";
import { retryAfterMs, verdictOn } from "../../web/src/sending-verdict.ts";

describe("verdictOn", () => {
  test.each([
    ["unreachable", "retry"],
    ["unreadable", "retry"],
    ["unknown", "retry"],
    ["internal_error", "retry"],
    ["too_many_requests", "retry"],
    ["unauthorized", "hold"],
    ["bad_request", "drop"],
    ["profile_not_found", "drop"],
    ["no_such_route", "retry"],
  ] as const)("%s: %s", (failure, verdict) => expect(verdictOn(failure)).toBe(verdict));

  test("only a refusal of the request itself is given up", () => {
    for (const [code, status] of Object.entries(refusalStatus)) {
      const dropped = verdictOn(code as keyof typeof refusalStatus) === "drop";
      expect([code, dropped]).toEqual([code, status < 500 && status !== 401 && status !== 429]);
    }
  });

  test("a code of a newer server is tried again", () => {
    expect(verdictOn("from_tomorrow" as never)).toBe("retry");
  });
});

test("waits double from two seconds to five minutes", () => {
  expect([1, 2, 3, 4].map(retryAfterMs)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect([9, 50, 5_000].map(retryAfterMs)).toEqual([300_000, 300_000, 300_000]);
});
