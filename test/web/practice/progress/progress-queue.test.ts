import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { refusalStatus } from "../../../../domain/refusal.ts";
import {
  isCoveredBy,
  planSending,
  retryAfterMs,
  verdictOn,
  type WaitingSave,
} from "../../../../web/src/features/practice/progress/progress-queue.ts";
import { aSave, saves } from "./waiting-saves.ts";

const about = ({ language, scenarioId, segmentId }: WaitingSave) => `${language} ${scenarioId} ${segmentId}`;
const at = ({ last_attempt_at }: WaitingSave) => Date.parse(last_attempt_at);

describe("planSending", () => {
  it("sends the newest of each segment, in the order of the attempts", () => {
    const [first, other, second] = [aSave(1, 1), aSave(2, 2), aSave(1, 3, { attempts: 2 })];
    expect(planSending([second, other, first], 9)).toEqual({
      send: [other, second],
      superseded: [first],
      overflow: [],
    });
  });

  test("nothing is lost but what a newer save of the same segment covers, or what is one too many", () => {
    fc.assert(
      fc.property(fc.array(saves), fc.integer({ min: 1, max: 5 }), (waiting, most) => {
        const { send, superseded, overflow } = planSending(waiting, most);
        expect(new Set([...send, ...superseded, ...overflow])).toEqual(new Set(waiting));
        expect(new Set(send.map(about)).size).toBe(send.length);
        expect(send.length).toBe(Math.min(most, new Set(waiting.map(about)).size));
        for (const old of superseded) {
          expect([...send, ...overflow].some((newer) => isCoveredBy(old, newer))).toBe(true);
        }
        expect(send.map(at)).toEqual(send.map(at).toSorted((one, two) => one - two));
        for (const dropped of overflow) expect(send.every((kept) => at(kept) >= at(dropped))).toBe(true);
      }),
    );
  });

  test("what it would send does not depend on the order in which the saves are found, nor on a second look", () => {
    fc.assert(
      fc.property(fc.uniqueArray(saves, { selector: at }), (waiting) => {
        const { send } = planSending(waiting, 9);
        expect(planSending(waiting.toReversed(), 9).send).toEqual(send);
        expect(planSending(send, 9)).toEqual({ send, superseded: [], overflow: [] });
      }),
    );
  });
});

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
