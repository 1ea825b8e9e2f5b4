import { describe, expect, test } from "vitest";
import { planBadge } from "../../../domain/plans/plan-badge.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { cancelledText, cancelTerms, resumedText } from "../../../web/src/features/plans/plan-texts.ts";
import { creditText, planFacts, remainingTimeText } from "../../../web/src/features/profile/plan-facts.tsx";
import {
  calledOff,
  expired,
  followed,
  free,
  inDays,
  now,
  once,
  onceCancelled,
  recurring,
  recurringCancelled,
  renewalFailed,
  waiting,
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
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next payment: Nov 21, 2026 at 09:00, Price: $19.99 per month",
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
  [expired, "Status: Expired, Started: Nov 21, 2026, Ended: Nov 19, 2026 at 09:30"],
  [
    { ...once, end_date: inDays(-1) },
    "Plan: Pro, Status: Expired, Started: Nov 21, 2026, Ended: Nov 20, 2026 at 09:30",
  ],
])("lists the facts of a plan, %#", (subscription, facts) => {
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
])("says how long a plan lasts, %#", (subscription, text) => {
  expect(remainingTimeText(subscription, now)).toBe(text);
});

test("names the remaining days and the last day after a cancellation", () => {
  expect(cancelledText(recurringCancelled, now)).toBe("You keep access for 25 days, until Dec 16, 2026.");
  expect(cancelledText({ ...onceCancelled, end_date: inDays(0.5) }, now)).toBe(
    "You keep access for 1 day, until Nov 21, 2026 at 21:30.",
  );
});

test("says what comes next after a plan is resumed", () => {
  expect(resumedText(recurring, now)).toBe("Your plan continues and renews on Dec 16, 2026.");
  expect(resumedText(waiting, now)).toBe("Your plan continues. The first payment is on Dec 16, 2026.");
  expect(resumedText(once, now)).toBe("Your plan continues until Dec 16, 2026.");
});

const owing = { ...renewalFailed, owed_cents: 1999, period_end: inDays(26) };

test("lists the amount due, the end of access and the next renewal while a payment is open", () => {
  expect(factsOf(owing)).toBe(
    "Plan: Pro, Status: Payment failed, Started: Nov 21, 2026, Access until: Nov 30, 2026, Amount due: $19.99, Next renewal, after you pay: Dec 17, 2026, Price: $19.99 per month",
  );
});

test.each([
  [
    owing,
    [
      "Your last payment of $19.99 failed. If you cancel, you no longer have to pay it. Nothing more is charged, and your access ends at once.",
    ],
  ],
  [
    recurring,
    [
      "The plan will not renew, and nothing more is charged.",
      "You keep access until Dec 16, 2026, for 25 days. Until then, you can resume your plan, unless you buy a single month to follow it. After that, you can choose the free plan.",
    ],
  ],
  [
    waiting,
    [
      "The plan will not start, and nothing more is charged.",
      "You keep access until Dec 16, 2026, for 25 days. Until then, you can resume your plan, unless you buy a single month to follow it. After that, you can choose the free plan.",
    ],
  ],
  [
    once,
    [
      "You keep access until Dec 16, 2026, for 25 days. Until then, you can resume your plan. After that, you can choose the free plan.",
    ],
  ],
] as const)("explains what cancelling means, %#", (subscription, terms) => {
  expect(cancelTerms(subscription, now)).toEqual(terms);
});

test("says that an unpaid plan has ended and need not be paid after a cancellation", () => {
  expect(cancelledText(expired, now)).toBe("Your plan has ended. You no longer have to pay the failed payment.");
});

describe("credit", () => {
  const credited = { ...recurring, plan_type: "plus", credit_cents: 1714 } as const;

  test("is shown with its purpose, and is kept if the plan is cancelled", () => {
    expect(creditText(recurring)).toBeNull();
    expect(creditText(credited)).toMatch(
      /^You have \$17\.14 of credit\. Your credit reduces the payments of monthly plans\./,
    );
    expect(cancelTerms(credited, now).at(-1)).toBe(
      "You keep your credit of $17.14. It reduces the payments of a monthly plan that you choose later.",
    );
  });

  test.each([
    [credited, "Amount: $0 ($9.99 less your credit of $17.14)"],
    [{ ...credited, credit_cents: 500 }, "Amount: $4.99 ($9.99 less your credit of $5)"],
    [{ ...credited, credit_cents: -300 }, "Amount: $12.99 ($9.99 and the $3 that you owe)"],
  ])("reduces or raises the amount of the next payment, %#", (subscription, fact) => {
    expect(factsOf(subscription)).toContain(fact);
  });

  test.each([[{ ...credited, active: false }], [{ ...once, credit_cents: 500 }]])(
    "is not listed as an amount if no payment follows, %#",
    (subscription) => {
      expect(factsOf(subscription)).not.toContain("Amount");
    },
  );
});

test("shows a single month after a cancelled plan with its own dates", () => {
  expect(factsOf(followed)).toBe(
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next: Plus from Dec 16, 2026 to Jan 16, 2027, Access until: Jan 16, 2027, Price: $19.99 per month",
  );
  expect(remainingTimeText(followed, now)).toBe("Access ends in 56 days");
  expect(planBadge(followed, now)).toEqual({
    label: "Pro",
    tooltip: ["Pro plan", "Access ends in 56 days", "Plus from Dec 16, 2026 to Jan 16, 2027"],
    expired: false,
  });
  const later = new Date(inDays(30));
  expect(planBadge(followed, later)).toMatchObject({
    label: "Plus",
    tooltip: ["Plus plan", "Plan expires in 26 days"],
  });
});

test("shows a waiting plan with its first payment, and the single month as current", () => {
  expect(factsOf(waiting)).toBe(
    "Plan: Plus, Status: Active, Started: Nov 21, 2026, Next: Pro from Dec 16, 2026, first payment $19.99, First payment: Dec 16, 2026, Price: $9.99 for one month",
  );
  expect(planBadge(waiting, now)?.label).toBe("Plus");
});

test("shows a plan that was cancelled before its start as cancelled, not as current", () => {
  expect(factsOf(calledOff)).toBe(
    "Plan: Plus, Status: Cancelled, Started: Nov 21, 2026, Cancelled: Pro, planned to start on Dec 16, 2026, Access until: Dec 16, 2026, Price: $9.99 for one month",
  );
  expect(planBadge(calledOff, now)).toEqual({
    label: "Plus Cancelled",
    tooltip: [
      "Plan Cancelled",
      "Access until Dec 16, 2026",
      "25 days remaining",
      "Cancelled: Pro, planned to start on Dec 16, 2026",
    ],
    expired: false,
  });
});
