import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  earliestNowMs,
  offlineAccess,
  type SeenTimes,
  seeDevice,
  seeServer,
} from "../../../domain/plans/offline-access.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";

const dayMs = 24 * 60 * 60_000;
const hourMs = dayMs / 24;
const startMs = Date.parse("2026-11-02T00:00:00Z");

const planUntil = (day: number): Subscription => ({
  user_id: "learner",
  plan_type: "plus",
  active: false,
  start_date: "2026-10-20T00:00:00Z",
  end_date: new Date(startMs + day * dayMs).toISOString(),
  updated_at: "2026-10-20T00:00:00Z",
});

const checked = { checkedAtMs: startMs, seen: seeServer(startMs, startMs) };
const accessAfter = (subscription: Subscription | null, deviceMs: number, seen: SeenTimes = checked.seen) =>
  offlineAccess({ subscription, checkedAtMs: startMs, seen, deviceMs });

describe("the offline access to a paid dialogue", () => {
  test.each([
    { after: "a minute", ms: 60_000, access: "granted" },
    { after: "almost seven days", ms: 7 * dayMs - 1, access: "granted" },
    { after: "seven days", ms: 7 * dayMs, access: "check-needed" },
    { after: "a year", ms: 365 * dayMs, access: "check-needed" },
  ])("is “$access” $after after the last check", ({ ms, access }) => {
    expect(accessAfter(planUntil(40), startMs + ms)).toBe(access);
  });

  test("is “check-needed” when the plan ends, even after a recent check", () => {
    expect(accessAfter(planUntil(2), startMs + 2 * dayMs - 1)).toBe("granted");
    expect(accessAfter(planUntil(2), startMs + 2 * dayMs)).toBe("check-needed");
  });

  test("is “ended” if the last check found no paid plan", () => {
    expect(accessAfter(null, startMs)).toBe("ended");
    expect(accessAfter({ ...planUntil(9), plan_type: "free", active: true, end_date: null }, startMs)).toBe("ended");
    expect(accessAfter(planUntil(0), startMs)).toBe("ended");
  });

  test("is “check-needed” if the device's clock was set back by six days", () => {
    const seen = seeDevice(checked.seen, startMs + 6 * dayMs);
    expect(accessAfter(planUntil(40), startMs + 6 * dayMs, seen)).toBe("granted");
    expect(accessAfter(planUntil(40), startMs, seen)).toBe("check-needed");
    // A difference of two minutes counts as a correction of the clock.
    expect(accessAfter(planUntil(40), startMs + 6 * dayMs - 2 * 60_000, seen)).toBe("granted");
  });

  test("is “granted” even if the device's clock is a year slow", () => {
    const slowMs = startMs - 365 * dayMs;
    const seen = seeServer(startMs, slowMs);
    expect(accessAfter(planUntil(40), slowMs + 6 * dayMs, seen)).toBe("granted");
    expect(accessAfter(planUntil(40), slowMs + 7 * dayMs, seen)).toBe("check-needed");
  });
});

const minutes = fc.integer({ min: -60 * 24 * 30, max: 60 * 24 * 30 });

test("the estimated time never runs backwards between two contacts with the server", () => {
  fc.assert(
    fc.property(fc.array(minutes, { minLength: 1 }), (shown) => {
      let seen = seeServer(startMs, startMs);
      let lastMs = startMs;
      for (const minute of shown) {
        const deviceMs = startMs + minute * 60_000;
        seen = seeDevice(seen, deviceMs);
        const nowMs = earliestNowMs(seen, deviceMs);
        expect(nowMs).toBeGreaterThanOrEqual(lastMs);
        lastMs = nowMs;
      }
    }),
  );
});

test("offline access that is over is not granted again if the device's clock changes", () => {
  fc.assert(
    fc.property(fc.array(minutes), fc.integer({ min: 1, max: 20 }), minutes, (shown, planDays, lastMinute) => {
      const limitMs = startMs + Math.min(planDays, 7) * dayMs;
      let seen = seeServer(startMs, startMs);
      for (const minute of [...shown, (limitMs - startMs) / 60_000]) seen = seeDevice(seen, startMs + minute * 60_000);
      expect(accessAfter(planUntil(planDays), startMs + lastMinute * 60_000, seen)).not.toBe("granted");
    }),
  );
});

test("a contact with the server restores access after the device's clock was ahead", () => {
  const wrong = seeDevice(checked.seen, startMs + 300 * dayMs);
  expect(accessAfter(planUntil(40), startMs + hourMs, wrong)).toBe("check-needed");
  expect(accessAfter(planUntil(40), startMs + 2 * hourMs, seeServer(startMs + hourMs, startMs + hourMs))).toBe(
    "granted",
  );
});
