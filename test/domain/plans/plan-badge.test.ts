import { describe, expect, test } from "vitest";
import { durationText, formatDays, planBadge, upcomingLines } from "../../../domain/plans/plan-badge.ts";
import { createFreeSubscription, type Stage, type Subscription } from "../../../domain/plans/subscription.ts";

const now = new Date("2026-11-21T09:30:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

const free = createFreeSubscription("asha", now);
const recurring: Subscription = {
  ...free,
  plan_type: "pro",
  end_date: inDays(25),
  stripe_subscription_id: "sub_1",
};
const once: Subscription = { ...recurring, stripe_subscription_id: "pi_1" };
const month = (plan_type: Stage["plan_type"], from: number, to: number): Stage => ({
  ...{ plan_type, starts_at: inDays(from), ends_at: inDays(to), recurring: false },
});

// Some of these texts are from the specification, section 4.
describe("duration texts", () => {
  test.each([
    ["a plan that renews", recurring, "Next billing cycle in 25 days"],
    ["a single month", once, "Plan expires in 25 days"],
    ["a plan that renews tomorrow", { ...recurring, end_date: inDays(1) }, "Next billing cycle in 1 day"],
    ["a plan that renews without an end date", { ...recurring, end_date: null }, "Recurring subscription active"],
    ["a single month without an end date", { ...once, end_date: null }, "One-time plan active"],
    ["a cancelled plan", { ...recurring, active: false }, "Access ends in 25 days"],
    ["an unpaid renewal", { ...recurring, renewal_failed: true, end_date: inDays(9) }, "Access ends in 9 days"],
    ["an unpaid renewal without an end date", { ...recurring, renewal_failed: true, end_date: null }, "Payment failed"],
    [
      "a month that is followed by one of the same plan",
      { ...once, end_date: inDays(56), stages: [month("pro", -5, 25), month("pro", 25, 56)] },
      "Plan expires in 56 days",
    ],
    [
      "a month that is followed by one of another plan",
      { ...once, end_date: inDays(56), stages: [month("pro", -5, 25), month("plus", 25, 56)] },
      "Access ends in 56 days",
    ],
  ])("describe %s", (_plan, row, text) => {
    expect(durationText(row, now)).toBe(text);
  });

  test("from formatDays use the singular for one day", () => {
    expect([0, 1, 2].map(formatDays)).toEqual(["0 days", "1 day", "2 days"]);
  });
});

test("upcomingLines returns the end of a single month and the first payment of a recurring plan", () => {
  const plus: Stage = { plan_type: "plus", starts_at: inDays(60), ends_at: null, recurring: true };
  const stages = [month("pro", -5, 25), month("premium", 25, 60), plus];
  expect(upcomingLines({ ...recurring, stages, credit_cents: 500 }, now)).toEqual([
    "Premium from Dec 16, 2026 to Jan 20, 2027",
    "Plus from Jan 20, 2027, first payment $4.99",
  ]);
  expect(upcomingLines(recurring, now)).toEqual([]);
});

describe("the badge", () => {
  test.each([
    ["is absent without a subscription row", null, null],
    ["is absent before a plan is chosen", { ...free, active: false }, null],
    ["names the free plan", free, { label: "Free", tooltip: ["Free plan"], expired: false }],
    [
      "names a paid plan and the days until its next bill",
      recurring,
      { label: "Pro", tooltip: ["Pro plan", "Next billing cycle in 25 days"], expired: false },
    ],
    [
      "shows that a payment failed, and what to do",
      { ...recurring, renewal_failed: true },
      {
        label: "Pro - Payment failed",
        tooltip: ["Pro plan", "Access ends in 25 days", "Payment failed. Pay in your profile to keep your plan."],
        expired: false,
      },
    ],
    [
      "shows the last day and the remaining days of a cancelled plan",
      { ...recurring, active: false },
      {
        label: "Pro Cancelled",
        tooltip: ["Plan Cancelled", "Access until Dec 16, 2026", "25 days remaining"],
        expired: false,
      },
    ],
    [
      "shows that a plan has expired",
      { ...once, end_date: inDays(-1) },
      { label: "Plan Expired - Upgrade", tooltip: ["Plan Expired"], expired: true },
    ],
  ])("%s", (_what, row, badge) => {
    expect(planBadge(row, now)).toEqual(badge);
  });

  test("names the running plan even if a higher plan follows", () => {
    const stages = [month("plus", -5, 25), month("premium", 25, 56)];
    const row: Subscription = { ...once, plan_type: "premium", end_date: inDays(56), stages };
    expect(planBadge(row, now)).toMatchObject({
      label: "Plus",
      tooltip: ["Plus plan", "Access ends in 56 days", "Premium from Dec 16, 2026 to Jan 16, 2027"],
    });
  });
});
