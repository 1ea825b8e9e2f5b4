import { describe, expect, test } from "vitest";
import {
  currentPlanType,
  currentStage,
  monthAfterPlan,
  monthlyCentsOf,
  nextBillOf,
  recentRefund,
  renewingPlan,
  upcomingStages,
} from "../../../domain/plans/plan-outlook.ts";
import { createFreeSubscription, type Stage, type Subscription } from "../../../domain/plans/subscription.ts";
import { subscriptionFromBilling } from "../../../domain/plans/subscription-from-billing.ts";
import { aBilling, aRecurringPurchase } from "./purchases.ts";

const now = new Date("2027-02-01T00:00:00.000Z");
const stage = (plan_type: Stage["plan_type"], starts_at: string, ends_at: string | null, recurring = false): Stage => ({
  ...{ plan_type, starts_at, ends_at, recurring },
});
const [january, february, march] = ["2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"];
const row = (stages: Stage[], fields: Partial<Subscription> = {}): Subscription => ({
  ...{ ...createFreeSubscription("asha", now), plan_type: "premium", end_date: march, stages },
  ...fields,
});

test("monthlyCentsOf returns the monthly price of each plan", () => {
  // The prices of the specification, section 3.
  expect((["free", "plus", "pro", "premium"] as const).map(monthlyCentsOf)).toEqual([0, 999, 1999, 2999]);
});

describe("stages that follow one another", () => {
  const stages = [stage("plus", january, february), stage("pro", february, march), stage("premium", march, null, true)];

  test("are current from their start until their end", () => {
    expect(currentStage({ stages }, now)).toBe(stages[1]);
    expect(currentStage({ stages }, new Date(now.getTime() - 1))).toBe(stages[0]);
    expect(currentStage({ stages }, new Date("2099-01-01"))).toBe(stages[2]);
    expect(currentStage({ stages }, new Date("2026-12-31"))).toBeUndefined();
    expect(currentStage({}, now)).toBeUndefined();
  });

  test("are upcoming until their start", () => {
    expect(upcomingStages({ stages }, now)).toEqual([stages[2]]);
    expect(upcomingStages({ stages }, new Date(now.getTime() - 1))).toEqual([stages[1], stages[2]]);
    expect(upcomingStages({}, now)).toEqual([]);
  });

  test("determine the current plan if one of them is running", () => {
    expect(currentPlanType(row(stages), now)).toBe("pro");
    expect(currentPlanType(row([]), now)).toBe("premium");
  });
});

describe("renewingPlan", () => {
  test("returns the plan of the row if the row has no stages", () => {
    const plain = { ...row([]), first_billed_at: march };
    expect(renewingPlan(plain)).toEqual({ plan_type: "premium", first_billed_at: march });
  });

  test("returns a cancelled Plus plan although a single month of Pro is still in force", () => {
    const single = { id: "pi_1", plan: "pro" as const, cents: 1999, returnedCents: 0, supersededAt: null };
    const plus = aRecurringPurchase({
      ...{ createdAt: january, billedFrom: january, periodStart: january, periodEnd: march, endsAt: march },
    });
    const billing = { ...aBilling(plus), single: [{ ...single, paidAt: "2026-12-31T20:00:00.000Z" }] };
    const moment = new Date("2027-01-05T00:00:00.000Z");
    const synced = subscriptionFromBilling(billing, createFreeSubscription("asha", moment), "cus_1", {
      ...{ askedAt: moment, now: moment },
    });
    expect(synced).toMatchObject({ plan_type: "pro", active: false, stripe_subscription_id: "sub_1" });
    expect(renewingPlan(synced).plan_type).toBe("plus");
  });
});

describe("monthAfterPlan", () => {
  const running = stage("pro", january, march, true);
  const month = stage("plus", march, "2027-04-01T00:00:00.000Z");
  const cancelled = { stripe_subscription_id: "pi_1", active: true };

  test("returns the single month that follows a running, cancelled plan", () => {
    expect(monthAfterPlan(row([running, month], cancelled), now)).toBe(month);
  });

  test.each([
    ["if the running plan renews", row([running, month], { stripe_subscription_id: "sub_1" })],
    ["if a single month is running", row([stage("pro", january, march), month], cancelled)],
    ["if no plan is running", row([month], cancelled)],
    ["if a renewing plan follows instead of a month", row([running, stage("plus", march, null, true)], cancelled)],
  ])("returns undefined %s", (_where, present) => {
    expect(monthAfterPlan(present, now)).toBeUndefined();
  });
});

test("nextBillOf adds the debt, and subtracts the credit down to zero", () => {
  expect(nextBillOf("pro", {}).cents).toBe(1999);
  expect(nextBillOf("pro", { credit_cents: 500 }).cents).toBe(1499);
  expect(nextBillOf("pro", { credit_cents: -500 }).cents).toBe(2499);
  expect(nextBillOf("pro", { credit_cents: 5000 })).toEqual({ cents: 0, postponedCents: 0 });
});

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
test("nextBillOf postpones an amount below $0.50", () => {
  expect(nextBillOf("pro", { credit_cents: 1949 })).toEqual({ cents: 50, postponedCents: 0 });
  expect(nextBillOf("pro", { credit_cents: 1950 })).toEqual({ cents: 0, postponedCents: 49 });
});

test("recentRefund returns a refunded month for 30 days", () => {
  const given_back = { plan_type: "plus", cents: 999, at: "2027-01-02T00:00:00.000Z" } as const;
  const present = row([], { given_back });
  expect(recentRefund(present, new Date("2027-01-31T23:59:59.999Z"))).toBe(given_back);
  expect(recentRefund(present, new Date("2027-02-01T00:00:00.000Z"))).toBeUndefined();
  expect(recentRefund(row([]), now)).toBeUndefined();
});
