import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallWindow, callLimits, decideCall, formatWait, windowEnd } from "../../domain/call-limit.ts";

const limit = { calls: 3, seconds: 60 };
const now = new Date("2026-11-21T09:30:00.400Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const endsAt = windowEnd(now, limit);

describe("a call limit", () => {
  test("opens a window whose end is rounded up to a whole second", () => {
    expect(decideCall(null, limit, now)).toBe("opens");
    expect(endsAt).toBe(Date.parse("2026-11-21T09:31:01Z") / 1000);
  });

  test.each([
    [{ calls: 1, endsAt }, 0, "counts"],
    [{ calls: 2, endsAt }, 60.5, "counts"],
    [{ calls: 3, endsAt }, 0, { retryAfterSeconds: 61 }],
    [{ calls: 3, endsAt }, 60.5, { retryAfterSeconds: 1 }],
    [{ calls: 3, endsAt }, 60.6, "opens"],
    [{ calls: 1, endsAt }, 3600, "opens"],
  ] as const)("of 3 calls in 60 s, for the window %j %d s after its opening, returns %j", (window, seconds, answer) => {
    expect(decideCall(window, limit, at(seconds))).toEqual(answer);
  });

  test("never admits more calls in a window than it allows", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 })), fc.integer({ min: 1, max: 4 }), (gaps, calls) => {
        let window: CallWindow = { calls: 0, endsAt: 0 };
        let ms = now.getTime();
        const openings: number[] = [];
        for (const gap of gaps) {
          ms += gap;
          const present = new Date(ms);
          const answer = decideCall(window, { ...limit, calls }, present);
          if (answer === "opens") {
            openings.push(ms);
            window = { calls: 1, endsAt: windowEnd(present, limit) };
          } else if (answer === "counts") window = { ...window, calls: window.calls + 1 };
          else expect(answer).toMatchObject({ retryAfterSeconds: expect.any(Number) });
          expect(window.calls).toBeLessThanOrEqual(calls);
        }
        for (const [nth, opened] of openings.slice(1).entries()) {
          expect(opened - (openings[nth] ?? 0)).toBeGreaterThanOrEqual(60_000);
        }
      }),
    );
  });

  test("admits a call that waited for the reported time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (ms) => {
        const present = at(ms / 1000);
        const answer = decideCall({ calls: 3, endsAt }, limit, present);
        if (typeof answer !== "object") throw new Error(`It need not wait: ${answer}`);
        const later = new Date(present.getTime() + answer.retryAfterSeconds * 1000);
        expect(decideCall({ calls: 3, endsAt }, limit, later)).toBe("opens");
      }),
    );
  });
});

test("the account-check limits admit 90 calls from one network, but on average at most 1200 an hour", () => {
  const { "account-check-network": network, "account-check-email": email } = callLimits;
  expect(network.calls).toBeGreaterThanOrEqual(3 * 30);
  expect((network.calls / network.seconds) * 3600).toBeLessThanOrEqual(1200);
  expect(email.calls).toBeLessThan(network.calls);
});

test.each([
  [1, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
  [3600, "60 minutes"],
  [7200, "120 minutes"],
  [7201, "3 hours"],
  [48 * 3600, "48 hours"],
  [48 * 3600 + 1, "3 days"],
  [30 * 24 * 3600, "30 days"],
])("formatWait writes %i s as %s", (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});

test("the limits of new progress rows allow three hours a day at one new segment a minute", () => {
  const { "new-progress-hour": hour, "new-progress-month": month } = callLimits;
  // In 30 seconds, about the time of a segment, the hourly limit allows more than two new rows.
  expect((hour.calls / hour.seconds) * 30).toBeGreaterThan(2);
  expect(month.calls).toBeGreaterThan(30 * 3 * 60);
  expect(month.calls / month.seconds).toBeLessThan(hour.calls / hour.seconds / 10);
});
