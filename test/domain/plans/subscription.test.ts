import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planTypes } from "../../../domain/plans/plan.ts";
import { durationText, type PlanBadge, planBadge } from "../../../domain/plans/plan-badge.ts";
import {
  accessEnd,
  createFreeSubscription,
  hasPaidAccess,
  hasRecurring,
  isRecurring,
  remainingDays,
  Subscription,
  type SubscriptionStatus,
  subscriptionStatus,
} from "../../../domain/plans/subscription.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const past = "2026-11-20T12:00:00.000Z";
const future = "2026-12-05T12:00:00.000Z";

function row(facts: Partial<Subscription> = {}): Subscription {
  return {
    user_id: "u-1",
    plan_type: "plus",
    active: true,
    start_date: "2026-11-05T12:00:00.000Z",
    end_date: future,
    updated_at: "2026-11-05T12:00:00.000Z",
    ...facts,
  };
}

const recurring = { stripe_subscription_id: "sub_1" };
const oneTime = { stripe_subscription_id: "pi_1" };
const expiredBadge = { label: "Plan Expired - Upgrade", tooltip: ["Plan Expired"], expired: true };
const shown = (label: string, ...tooltip: string[]): PlanBadge => ({ label, tooltip, expired: false });
const cancelled = (label: string) => shown(label, "Plan Cancelled", "Access until Dec 05, 2026", "14 days remaining");

const table: [string, Subscription | null, SubscriptionStatus, boolean, PlanBadge | null][] = [
  ["a missing row", null, "none", false, null],
  ["a free row", row({ plan_type: "free", end_date: null }), "free", false, shown("Free", "Free plan")],
  ["a row without a plan", row({ plan_type: "free", active: false, end_date: null }), "none", false, null],
  ["a downgraded row", row({ plan_type: "free", active: false, end_date: past }), "expired", false, expiredBadge],
  ["a recurring plan", row(recurring), "paid", true, shown("Plus", "Plus plan", "Next billing cycle in 14 days")],
  [
    "a one-time plan",
    row({ plan_type: "pro", ...oneTime }),
    "paid",
    true,
    shown("Pro", "Pro plan", "Plan expires in 14 days"),
  ],
  ["a plan without a payment's id", row(), "paid", true, shown("Plus", "Plus plan", "Plan expires in 14 days")],
  [
    "a recurring plan without an end date",
    row({ plan_type: "premium", end_date: null, ...recurring }),
    "paid",
    true,
    shown("Premium", "Premium plan", "Recurring subscription active"),
  ],
  [
    "a one-time plan without an end date",
    row({ end_date: null, ...oneTime }),
    "paid",
    true,
    shown("Plus", "Plus plan", "One-time plan active"),
  ],
  ["a plan with neither an end date nor a payment's id", row({ end_date: null }), "expired", false, expiredBadge],
  ["a cancelled plan", row({ active: false, ...recurring }), "cancelled", true, cancelled("Plus Cancelled")],
  [
    "a cancelled one-time plan",
    row({ plan_type: "premium", active: false, ...oneTime }),
    "cancelled",
    true,
    cancelled("Premium Cancelled"),
  ],
  ["a cancelled plan that is over", row({ active: false, end_date: past }), "expired", false, expiredBadge],
  [
    "a cancelled plan without an end date",
    row({ active: false, end_date: null, ...oneTime }),
    "expired",
    false,
    expiredBadge,
  ],
  ["a one-time plan past its end", row({ end_date: past, ...oneTime }), "expired", false, expiredBadge],
  ["a recurring plan a day past its end", row({ end_date: past, ...recurring }), "expired", false, expiredBadge],
  ["a plan without a payment's id at its end", row({ end_date: now.toISOString() }), "expired", false, expiredBadge],
];

describe.each(table)("%s", (_name, subscription, status, access, badge) => {
  test(`has the status ${status}, ${access ? "with" : "without"} paid access`, () => {
    expect(subscriptionStatus(subscription, now)).toBe(status);
    expect(hasPaidAccess(subscription, now)).toBe(access);
  });

  test(`has ${badge ? `the badge ${badge.label}` : "no badge"}`, () => {
    expect(planBadge(subscription, now)).toEqual(badge);
  });
});

describe("the remaining days", () => {
  test.each([
    [0, 0],
    [1, 1],
    [24 * 3600_000, 1],
    [24 * 3600_000 + 1, 2],
    [13.5 * 24 * 3600_000, 14],
    [-1, 0],
    [-400 * 24 * 3600_000, 0],
  ])("%i ms before the end are %i, rounded up and at least 0", (left, days) => {
    const end_date = new Date(now.getTime() + left).toISOString();
    expect(remainingDays(row({ end_date }), now)).toBe(days);
  });

  test("are null without an end date", () => {
    expect(remainingDays(row({ end_date: null }), now)).toBeNull();
  });

  test("are written in the singular for one day", () => {
    const end_date = "2026-11-22T12:00:00.000Z";
    expect(durationText(row({ end_date, ...recurring }), now)).toBe("Next billing cycle in 1 day");
    expect(planBadge(row({ end_date, active: false }), now)?.tooltip).toContain("1 day remaining");
  });
});

test("isRecurring returns false if the payment id starts with pi_ or is missing", () => {
  expect(isRecurring(row({ stripe_subscription_id: "sub_pi_1" }))).toBe(true);
  expect(isRecurring(row(recurring))).toBe(true);
  expect(isRecurring(row(oneTime))).toBe(false);
  expect(isRecurring(row())).toBe(false);
});

test("hasRecurring returns true if the row or one of its stages is recurring", () => {
  const stage = { plan_type: "plus", starts_at: "2027-01-01T00:00:00.000Z", ends_at: null } as const;
  const [once, plan] = [{ stripe_subscription_id: "pi_1" }, { stripe_subscription_id: "sub_1" }];
  expect([once, plan, {}].map((row) => hasRecurring(row))).toEqual([false, true, false]);
  expect(hasRecurring({ ...once, stages: [{ ...stage, recurring: false }] })).toBe(false);
  expect(
    hasRecurring({
      ...once,
      stages: [
        { ...stage, recurring: false },
        { ...stage, recurring: true },
      ],
    }),
  ).toBe(true);
});

test("the Subscription schema requires every field of a stored stage", () => {
  const stage = { plan_type: "plus", starts_at: "2027-01-01T00:00:00.000Z", ends_at: null, recurring: true };
  const row = { ...createFreeSubscription("u-1", new Date(0)), stages: [stage] };
  expect(Subscription.parse(row).stages).toEqual([stage]);
  for (const field of Object.keys(stage)) {
    const stages = [{ ...stage, [field]: undefined }];
    expect([field, Subscription.safeParse({ ...row, stages }).success]).toEqual([field, false]);
  }
});

test("createFreeSubscription returns an active free row without an end, dated now", () => {
  expect(createFreeSubscription("u-1", now)).toEqual({
    user_id: "u-1",
    plan_type: "free",
    active: true,
    start_date: now.toISOString(),
    end_date: null,
    updated_at: now.toISOString(),
  });
});

test.each([
  ["an end and no payment", row()],
  ["no end", row({ end_date: null })],
  ["a customer and a payment", row({ stripe_customer_id: "cus_1", ...oneTime })],
  ["a failed renewal, a sync time and a revision", row({ renewal_failed: true, synced_at: past, revision: 7 })],
])("the Subscription schema accepts a row with %s", (_name, stored) => {
  expect(Subscription.parse(stored)).toEqual(stored);
});

test.each([
  ["an unknown plan", { plan_type: "gold" }],
  ["an end that is a day and not an instant", { end_date: "2026-12-05" }],
  ["an end in another time zone", { end_date: "2026-12-05T12:00:00+10:00" }],
  ["an undefined end", { end_date: undefined }],
  ["a text for active", { active: "true" }],
  ["an empty customer id", { stripe_customer_id: "" }],
  ["a fractional revision", { revision: 1.5 }],
  ["a negative amount due", { owed_cents: -1 }],
  ["half a cent of credit", { credit_cents: 0.5 }],
  ["a refund of 0 cents", { given_back: { plan_type: "plus", cents: 0, at: past } }],
  [
    "more than 24 stages",
    { stages: Array(25).fill({ plan_type: "plus", starts_at: past, ends_at: null, recurring: true }) },
  ],
])("the Subscription schema refuses a row with %s", (_name, change) => {
  expect(Subscription.safeParse({ ...row(), ...change }).success).toBe(false);
});

describe("for generated rows and instants,", () => {
  const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
  const rows = fc.record({
    plan_type: fc.constantFrom(...planTypes),
    active: fc.boolean(),
    end_date: fc.option(instant.map((date) => date.toISOString())),
    payment: fc.constantFrom({}, recurring, oneTime),
  });
  const anyRow = rows.map(({ payment, ...facts }) => row({ ...facts, ...payment }));

  test("access requires a paid or cancelled plan whose access has not ended", () => {
    fc.assert(
      fc.property(anyRow, instant, (subscription, at) => {
        const status = subscriptionStatus(subscription, at);
        const access = hasPaidAccess(subscription, at);
        expect(access).toBe(status === "paid" || status === "cancelled");
        if (access) expect(subscription.plan_type).not.toBe("free");
        const end = accessEnd(subscription);
        if (access && end) expect(end.getTime()).toBeGreaterThan(at.getTime());
        if (access && !subscription.end_date) expect(subscription.stripe_subscription_id).toBeDefined();
      }),
    );
  });

  test("an expired plan remains expired, and the remaining days never increase", () => {
    fc.assert(
      fc.property(anyRow, instant, fc.nat(), (subscription, at, laterMs) => {
        const later = new Date(at.getTime() + laterMs);
        if (subscriptionStatus(subscription, at) === "expired") {
          expect(subscriptionStatus(subscription, later)).toBe("expired");
        }
        if (!hasPaidAccess(subscription, at)) expect(hasPaidAccess(subscription, later)).toBe(false);
        expect(remainingDays(subscription, later) ?? 0).toBeLessThanOrEqual(remainingDays(subscription, at) ?? 0);
      }),
    );
  });

  test("a plan with access has remaining days until its end date, but not after", () => {
    fc.assert(
      fc.property(anyRow, instant, (subscription, at) => {
        if (!hasPaidAccess(subscription, at) || subscription.end_date === null) return;
        const ahead = Date.parse(subscription.end_date) > at.getTime();
        if (ahead) expect(remainingDays(subscription, at)).toBeGreaterThanOrEqual(1);
        else expect([remainingDays(subscription, at), isRecurring(subscription)]).toEqual([0, true]);
      }),
    );
  });

  test("the badge is marked as expired if and only if the plan has expired", () => {
    fc.assert(
      fc.property(anyRow, instant, (subscription, at) => {
        const status = subscriptionStatus(subscription, at);
        expect(planBadge(subscription, at)?.expired).toBe(status === "none" ? undefined : status === "expired");
      }),
    );
  });
});
