import { expect, test } from "vitest";
import { planBadge } from "../../../domain/plans/plan-badge.ts";
import { msUntilPlanChanges } from "../../../web/src/features/plans/plan-clock.ts";
import {
  expired,
  followed,
  free,
  inDays,
  now,
  once,
  recurring,
  recurringCancelled,
  renewalFailed,
} from "./subscriptions.ts";

const hourMs = 60 * 60 * 1000;

const later = (ms: number) => new Date(now.getTime() + ms);

test("msUntilPlanChanges returns null for no plan, the free plan and an expired plan", () => {
  for (const subscription of [null, free, expired]) expect(msUntilPlanChanges(subscription, now)).toBeNull();
});

test.each([
  [0.25, 6],
  [1, 24],
  [12.5, 12],
  [400, 24],
])("msUntilPlanChanges with %d days left returns %d hours in milliseconds", (days, hours) => {
  expect(msUntilPlanChanges({ ...recurring, end_date: inDays(days) }, now)).toBe(hours * hourMs);
});

test.each([
  ["a monthly plan", recurring],
  ["a cancelled plan", recurringCancelled],
  ["a single month", once],
])("planBadge changes for %s exactly after the time that msUntilPlanChanges returns", (_, plan) => {
  for (const days of [0.01, 0.99, 1, 1.01, 2, 24.5]) {
    const subscription = { ...plan, end_date: inDays(days) };
    const wait = msUntilPlanChanges(subscription, now) ?? 0;
    expect(planBadge(subscription, later(wait - 1))).toEqual(planBadge(subscription, now));
    expect(planBadge(subscription, later(wait))).not.toEqual(planBadge(subscription, now));
  }
});

test("planBadge shows a monthly plan as expired one hour after its end", () => {
  const ended = { ...recurring, end_date: inDays(0) };
  expect(msUntilPlanChanges(ended, now)).toBe(hourMs);
  expect(msUntilPlanChanges(ended, later(hourMs / 2))).toBe(hourMs / 2);
  expect(planBadge(ended, later(hourMs - 1))).toEqual(planBadge(ended, now));
  expect(planBadge(ended, later(hourMs))).toMatchObject({ expired: true });
  expect(msUntilPlanChanges(ended, later(hourMs))).toBeNull();
});

test.each([
  ["a cancelled plan", recurringCancelled],
  ["a single month", once],
  ["a plan with a failed payment", renewalFailed],
])("msUntilPlanChanges returns null at the end of %s", (_, plan) => {
  expect(msUntilPlanChanges({ ...plan, end_date: inDays(0) }, now)).toBeNull();
});

test("planBadge changes when the next plan starts in the middle of a day", () => {
  const [first, next] = followed.stages ?? [];
  if (!first || !next) throw new Error("Two stages are needed");
  const soon = inDays(0.25);
  const subscription = {
    ...followed,
    stages: [
      { ...first, ends_at: soon },
      { ...next, starts_at: soon },
    ],
  };
  expect(msUntilPlanChanges(subscription, now)).toBe(6 * hourMs);
  expect(planBadge(subscription, later(6 * hourMs - 1))).toMatchObject({ label: "Pro" });
  expect(planBadge(subscription, later(6 * hourMs))).toMatchObject({ label: "Plus" });
});
