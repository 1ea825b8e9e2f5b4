import { expect, test } from "vitest";
import { planBadge } from "../../../domain/subscription.ts";
import { msUntilPlanChanges } from "../../../web/src/features/plans/plan-clock.ts";
import { expired, free, inDays, now, once, recurring, recurringCancelled } from "./subscriptions.ts";

const later = (ms: number) => new Date(now.getTime() + ms);

test("nothing changes by itself without an end, or after it", () => {
  for (const subscription of [null, free, expired]) expect(msUntilPlanChanges(subscription, now)).toBeNull();
});

test.each([
  [0.25, 6],
  [1, 24],
  [12.5, 12],
  [400, 24],
])("with %d days left, in %d hours", (days, hours) => {
  expect(msUntilPlanChanges({ ...recurring, end_date: inDays(days) }, now)).toBe(hours * 60 * 60 * 1000);
});

test.each([recurring, recurringCancelled, once])(
  "the badge says the same until then, and something else after",
  (plan) => {
    for (const days of [0.01, 0.99, 1, 1.01, 2, 24.5]) {
      const subscription = { ...plan, end_date: inDays(days) };
      const wait = msUntilPlanChanges(subscription, now) ?? 0;
      expect(planBadge(subscription, later(wait - 1))).toEqual(planBadge(subscription, now));
      expect(planBadge(subscription, later(wait))).not.toEqual(planBadge(subscription, now));
    }
  },
);
