import { describe, expect, test } from "vitest";
import { planBadge } from "../../../domain/plans/plan-badge.ts";
import { createSubscriptionWithoutPlan, type Subscription } from "../../../domain/plans/subscription.ts";
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
  ["a learner without a plan", createSubscriptionWithoutPlan("learner", now), "Status: Not chosen"],
  ["the free plan", free, "Plan: Free, Status: Active, Started: Nov 21, 2026, Price: $0"],
  [
    "a monthly plan",
    recurring,
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next payment: Dec 16, 2026, Price: $19.99 per month",
  ],
  [
    "a monthly plan at its renewal",
    { ...recurring, end_date: inDays(-1 / 48) },
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Next payment: Nov 21, 2026 at 09:00, Price: $19.99 per month",
  ],
  [
    "a cancelled plan",
    recurringCancelled,
    "Plan: Pro, Status: Cancelled, Started: Nov 21, 2026, Access until: Dec 16, 2026, Price: $19.99 per month",
  ],
  [
    "a single month",
    once,
    "Plan: Pro, Status: Active, Started: Nov 21, 2026, Ends: Dec 16, 2026, Price: $19.99 for one month",
  ],
  [
    "a plan with a failed payment",
    renewalFailed,
    "Plan: Pro, Status: Payment failed, Started: Nov 21, 2026, Access until: Nov 30, 2026, Price: $19.99 per month",
  ],
  ["an expired free plan", expired, "Status: Expired, Started: Nov 21, 2026, Ended: Nov 19, 2026 at 09:30"],
  [
    "an expired single month",
    { ...once, end_date: inDays(-1) },
    "Plan: Pro, Status: Expired, Started: Nov 21, 2026, Ended: Nov 20, 2026 at 09:30",
  ],
  [
    "a monthly plan whose renewal is unknown",
    { ...recurring, end_date: inDays(-1) },
    "Plan: Pro, Status: Renewal not confirmed yet, Started: Nov 21, 2026, Renewal date: Nov 20, 2026 at 09:30",
  ],
])("planFacts lists the facts of %s", (_, subscription, facts) => {
  expect(factsOf(subscription)).toBe(facts);
});

test.each([
  ["the free plan", free, ""],
  ["a monthly plan", recurring, "Next billing cycle in 25 days"],
  ["a monthly plan at its renewal", { ...recurring, end_date: inDays(-1 / 48) }, "Next billing cycle in 0 days"],
  ["a single month", once, "Plan expires in 25 days"],
  ["a cancelled plan", recurringCancelled, "Access ends in 25 days"],
  ["a cancelled single month", onceCancelled, "Access ends in 25 days"],
  ["a plan with a failed payment", renewalFailed, "Access ends in 9 days"],
  ["a monthly plan without an end date", { ...recurring, end_date: null }, "Recurring subscription active"],
  ["a single month without an end date", { ...once, end_date: null }, "One-time plan active"],
])("remainingTimeText for $0 returns “$2”", (_, subscription, text) => {
  expect(remainingTimeText(subscription, now)).toBe(text);
});

test("cancelledText states the remaining days and the last day", () => {
  expect(cancelledText(recurringCancelled, now)).toBe("You keep access for 25 days, until Dec 16, 2026.");
  expect(cancelledText({ ...onceCancelled, end_date: inDays(0.5) }, now)).toBe(
    "You keep access for 1 day, until Nov 21, 2026 at 21:30.",
  );
});

test("resumedText says when a resumed plan renews, is first paid or ends", () => {
  expect(resumedText(recurring, now)).toBe("Your plan continues and renews on Dec 16, 2026.");
  expect(resumedText(waiting, now)).toBe("The first payment is on Dec 16, 2026.");
  expect(resumedText(once, now)).toBe("Your plan continues until Dec 16, 2026.");
});

const owing = { ...renewalFailed, owed_cents: 1999, period_end: inDays(26) };

test("planFacts lists the amount due and the next renewal while a payment is open", () => {
  expect(factsOf(owing)).toBe(
    "Plan: Pro, Status: Payment failed, Started: Nov 21, 2026, Access until: Nov 30, 2026, Amount due: $19.99, Next renewal, if you pay: Dec 17, 2026, Price: $19.99 per month",
  );
});

test.each([
  [
    "a plan with an open payment",
    owing,
    ["Your last payment of $19.99 failed. If you cancel, the payment is cancelled too and your access ends at once."],
  ],
  [
    "a plan with an open payment and a pending bank debit",
    { ...owing, pending: { plan_type: "pro", billing: "once", since: inDays(-1), cents: 1999 } },
    ["Your last payment of $19.99 failed. If you cancel, the payment is cancelled too and your access ends at once."],
  ],
  ["a monthly plan", recurring, ["The plan will not renew.", "You keep access until Dec 16, 2026."]],
  ["Plus with Pro as the next plan", waiting, ["The plan will not start.", "You keep access until Dec 16, 2026."]],
  ["a single month", once, ["You keep access until Dec 16, 2026."]],
] as const)("cancelTerms explains the cancellation of %s", (_, subscription, terms) => {
  expect(cancelTerms(subscription, now)).toEqual(terms);
});

test("cancelTerms names no end of access in the grace period of a renewal", () => {
  expect(cancelTerms({ ...recurring, end_date: inDays(-0.01) }, now)).toEqual(["The plan will not renew."]);
});

test("cancelledText for an expired plan says that the plan has ended", () => {
  expect(cancelledText(expired, now)).toBe("Your plan has ended.");
});

describe("credit", () => {
  const credited = { ...recurring, plan_type: "plus", credit_cents: 1714 } as const;

  test("is explained by creditText, and cancelTerms says that credit is kept", () => {
    expect(creditText(recurring)).toBeNull();
    expect(creditText(credited)).toMatch(
      /^You have \$17\.14 of credit\. Your credit reduces the payments of monthly plans\./,
    );
    expect(cancelTerms(credited, now).at(-1)).toBe("You keep your credit of $17.14 for a later monthly plan.");
  });

  test.each([
    ["lowers the next payment to zero", credited, "Amount: $0 ($9.99 less your credit of $17.14)"],
    [
      "leaves a payment below Stripe's minimum",
      { ...credited, credit_cents: 970 },
      "Amount: $0 ($9.99 less your credit of $9.70; the remaining $0.29 is added to the following payment)",
    ],
    ["lowers the next payment", { ...credited, credit_cents: 500 }, "Amount: $4.99 ($9.99 less your credit of $5)"],
    [
      "raises the next payment if it is a debt",
      { ...credited, credit_cents: -300 },
      "Amount: $12.99 ($9.99 and the $3 that you owe)",
    ],
  ])("%s", (_, subscription, fact) => {
    expect(factsOf(subscription)).toContain(fact);
  });

  test.each([
    ["a cancelled plan", { ...credited, active: false }],
    ["a single month", { ...once, credit_cents: 500 }],
  ])("adds no amount to the facts of %s", (_, subscription) => {
    expect(factsOf(subscription)).not.toContain("Amount");
  });
});

test("planFacts and planBadge show the dates of a month that follows a cancelled plan", () => {
  expect(factsOf(followed)).toBe(
    "Plan: Pro, Status: Cancelled, Started: Nov 21, 2026, Next: Plus from Dec 16, 2026 to Jan 16, 2027, Access until: Jan 16, 2027, Price: $19.99 per month",
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

test("planFacts lists the next plan's first payment, and planBadge shows the current plan", () => {
  expect(factsOf(waiting)).toBe(
    "Plan: Plus, Status: Active, Started: Nov 16, 2026, Next: Pro from Dec 16, 2026, first payment $19.99, First payment: Dec 16, 2026, Price: $9.99 for one month",
  );
  expect(planBadge(waiting, now)?.label).toBe("Plus");
});

test("planFacts and planBadge show a next plan that was cancelled before its start", () => {
  expect(factsOf(calledOff)).toBe(
    "Plan: Plus, Status: Cancelled, Started: Nov 16, 2026, Cancelled: Pro, planned to start on Dec 16, 2026, Access until: Dec 16, 2026, Price: $9.99 for one month",
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
