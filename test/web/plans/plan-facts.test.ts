import { expect, test } from "vitest";
import type { Subscription } from "../../../domain/subscription.ts";
import { cancelledText, lastingText, planFacts, resumedText } from "../../../web/src/features/profile/plan-facts.ts";
import {
  expired,
  free,
  inDays,
  now,
  once,
  onceCancelled,
  recurring,
  recurringCancelled,
  renewalFailed,
} from "./subscriptions.ts";

const factsOf = (subscription: Subscription) =>
  planFacts(subscription, now)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(", ");

test.each([
  [free, "Plan: Free, Status: Active, Started: Nov 21, 2026, Price: $0"],
  [recurring, "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next payment: Dec 16, 2026, Price: $19.99 per month"],
  [
    { ...recurring, end_date: inDays(-1 / 48) },
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next payment: Nov 21, 2026, Price: $19.99 per month",
  ],
  [
    recurringCancelled,
    "Plan: Pro, Status: Cancelled, Started: Nov 21, 2026, Access until: Dec 16, 2026, Price: $19.99 per month",
  ],
  [once, "Plan: Pro, Status: Active, Started: Nov 21, 2026, Ends: Dec 16, 2026, Price: $19.99 for one month"],
  [
    renewalFailed,
    "Plan: Pro, Status: Payment failed, Started: Nov 21, 2026, Access until: Nov 30, 2026, Price: $19.99 per month",
  ],
  [expired, "Status: Expired, Started: Nov 21, 2026, Ended: Nov 19, 2026"],
  [{ ...once, end_date: inDays(-1) }, "Plan: Pro, Status: Expired, Started: Nov 21, 2026, Ended: Nov 20, 2026"],
])("the facts of a plan, %#", (subscription, facts) => {
  expect(factsOf(subscription)).toBe(facts);
});

test.each([
  [free, ""],
  [recurring, "Next billing cycle in 25 days"],
  [{ ...recurring, end_date: inDays(-1 / 48) }, "Next billing cycle in 0 days"],
  [once, "Plan expires in 25 days"],
  [recurringCancelled, "Access ends in 25 days"],
  [onceCancelled, "Access ends in 25 days"],
  [renewalFailed, "Access ends in 9 days"],
  [{ ...recurring, end_date: null }, "Recurring subscription active"],
  [{ ...once, end_date: null }, "One-time plan active"],
])("how long a plan goes on, %#", (subscription, text) => {
  expect(lastingText(subscription, now)).toBe(text);
});

test("cancelling names the days that remain and the last day", () => {
  expect(cancelledText(recurringCancelled, now)).toBe("You keep access for 25 days, until Dec 16, 2026.");
  expect(cancelledText({ ...onceCancelled, end_date: inDays(0.5) }, now)).toBe(
    "You keep access for 1 day, until Nov 21, 2026.",
  );
});

test("resuming says what comes next", () => {
  expect(resumedText(recurring)).toBe("Your plan goes on and renews on Dec 16, 2026.");
  expect(resumedText(once)).toBe("Your plan goes on until Dec 16, 2026.");
});
