import { describe, expect, test } from "vitest";
import { durationText, planBadge } from "../../../domain/plans/plan-badge.ts";
import {
  createSubscriptionWithoutPlan,
  type Subscription,
  subscriptionStatus,
} from "../../../domain/plans/subscription.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const failed: Subscription = {
  user_id: "u-1",
  plan_type: "pro",
  active: true,
  start_date: "2026-10-20T12:00:00.000Z",
  end_date: "2026-12-04T12:00:00.000Z",
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
  renewal_failed: true,
  updated_at: "2026-11-20T12:00:00.000Z",
};

describe("a plan whose renewal failed", () => {
  test("counts as paid until its end, and as expired from then on", () => {
    expect(subscriptionStatus(failed, now)).toBe("paid");
    expect(subscriptionStatus(failed, new Date("2026-12-04T12:00:00.000Z"))).toBe("expired");
  });

  test.each([
    ["2026-12-04T12:00:00.000Z", "Access ends in 13 days"],
    ["2026-11-22T12:00:00.000Z", "Access ends in 1 day"],
    ["2026-11-21T11:00:00.000Z", "Access ends in 0 days"],
    [null, "Payment failed"],
  ])('with the end %s has the duration text "%s"', (end_date, text) => {
    expect(durationText({ ...failed, end_date }, now)).toBe(text);
  });

  test("has a badge that names the failure and the remedy", () => {
    expect(planBadge(failed, now)).toEqual({
      label: "Pro - Payment failed",
      tooltip: ["Pro plan", "Access ends in 13 days", "Payment failed. Pay in your profile to keep your plan."],
      expired: false,
    });
  });

  test("has the badge of a cancelled plan if it was cancelled", () => {
    expect(planBadge({ ...failed, active: false }, now)).toMatchObject({
      label: "Pro Cancelled",
      tooltip: ["Plan Cancelled", "Access until Dec 04, 2026", "13 days remaining"],
    });
  });

  test("has a badge marked as expired after its end", () => {
    expect(planBadge({ ...failed, end_date: "2026-11-20T12:00:00.000Z" }, now)).toMatchObject({ expired: true });
  });

  test("has the texts of a paid plan after the payment", () => {
    expect(durationText({ ...failed, renewal_failed: false }, now)).toBe("Next billing cycle in 13 days");
    expect(planBadge({ ...failed, renewal_failed: false }, now)).toMatchObject({ label: "Pro" });
  });
});

test("a learner with only a customer id at the payment provider has no plan", () => {
  const row = { ...createSubscriptionWithoutPlan("u-1", now), stripe_customer_id: "cus_1" };
  expect(row).toMatchObject({ plan_type: "free", active: false, end_date: null, start_date: now.toISOString() });
  expect(subscriptionStatus(row, now)).toBe("none");
  expect(planBadge(row, now)).toBeNull();
});
