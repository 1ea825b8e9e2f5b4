import { describe, expect, test } from "vitest";
import { redirectFor } from "../../../domain/accounts/redirect.ts";
import { durationText, planBadge } from "../../../domain/plans/plan-badge.ts";
import type { RecurringPurchase } from "../../../domain/plans/purchase.ts";
import {
  accessEnd,
  hasPaidAccess,
  remainingDays,
  renewalGraceMs,
  type Subscription,
  subscriptionStatus,
} from "../../../domain/plans/subscription.ts";
import { subscriptionFromBilling } from "../../../domain/plans/subscription-from-billing.ts";
import { createCardFunding } from "../../support/card-funding.ts";

const end = "2027-02-01T00:00:00.000Z";
const afterEnd = (ms: number) => new Date(Date.parse(end) + ms);
const minuteMs = 60_000;
const lastMoment = afterEnd(60 * minuteMs - 1);
const over = afterEnd(60 * minuteMs);

const renewing: Subscription = {
  user_id: "u-1",
  plan_type: "pro",
  active: true,
  start_date: "2027-01-01T00:00:00.000Z",
  end_date: end,
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
  updated_at: "2027-01-01T00:00:00.000Z",
};
const { stripe_subscription_id: _, ...withoutPurchase } = renewing;
const exact: [string, Subscription][] = [
  ["that was cancelled", { ...renewing, active: false }],
  ["for a single month", { ...renewing, stripe_subscription_id: "pi_1" }],
  ["whose renewal failed", { ...renewing, renewal_failed: true }],
  ["without a purchase", withoutPurchase],
];

describe("a renewing plan whose renewal is late", () => {
  test("grants access for exactly one hour after its end", () => {
    expect(renewalGraceMs).toBe(60 * minuteMs);
    for (const at of [afterEnd(-1), afterEnd(0), lastMoment]) {
      expect(subscriptionStatus(renewing, at)).toBe("paid");
      expect(hasPaidAccess(renewing, at)).toBe(true);
    }
    expect(subscriptionStatus(renewing, over)).toBe("expired");
    expect(hasPaidAccess(renewing, over)).toBe(false);
    expect(accessEnd(renewing)).toEqual(over);
  });

  test("is shown as a plan whose next payment is due", () => {
    for (const at of [afterEnd(0), lastMoment]) {
      expect(remainingDays(renewing, at)).toBe(0);
      expect(durationText(renewing, at)).toBe("Next billing cycle in 0 days");
      const tooltip = ["Pro plan", "Next billing cycle in 0 days"];
      expect(planBadge(renewing, at)).toEqual({ label: "Pro", tooltip, expired: false });
    }
    expect(planBadge(renewing, over)).toMatchObject({ expired: true });
  });

  test("keeps the redirect from / unchanged until an hour after its end", () => {
    const visitor = { kind: "learner", subscription: renewing, language: null } as const;
    const flags = { forceReset: false, verifyEmailKnown: false, upgrading: false };
    const at = (now: Date) => redirectFor({ path: "/", visitor, ...flags, now });
    expect(at(lastMoment)).toEqual(at(afterEnd(-1)));
    expect(at(over)).not.toEqual(at(lastMoment));
  });
});

test.each(exact)("a plan %s grants access exactly until its end", (_name, row) => {
  expect(accessEnd(row)).toEqual(new Date(end));
  expect(hasPaidAccess(row, afterEnd(-1))).toBe(true);
  expect(subscriptionStatus(row, afterEnd(0))).toBe("expired");
});

test("accessEnd returns null for a plan without an end date", () => {
  expect(accessEnd({ ...renewing, end_date: null })).toBeNull();
});

describe("a sync at or after a plan's end", () => {
  const purchase: RecurringPurchase = {
    id: "sub_1",
    plan: "pro",
    status: "active",
    createdAt: "2027-01-01T00:00:00.000Z",
    billedFrom: "2027-01-01T00:00:00.000Z",
    periodStart: "2027-01-01T00:00:00.000Z",
    periodEnd: end,
    endsAt: null,
    funding: createCardFunding(1999),
    isPeriodPaid: true,
    firstPaidAt: null,
    dueCents: 0,
  };
  const synced = (fields: Partial<RecurringPurchase>, at: Date) => {
    const billing = {
      recurring: [{ ...purchase, ...fields }],
      single: [],
      creditCents: 0,
      excessCreditCents: 0,
      pending: [],
    };
    return subscriptionFromBilling(billing, renewing, "cus_1", { askedAt: at, now: at });
  };

  test("downgrades a renewing plan without a renewal an hour after the plan's end, not earlier", () => {
    expect(synced({}, lastMoment)).toMatchObject({ plan_type: "pro", active: true, end_date: end });
    expect(synced({}, over)).toMatchObject({ plan_type: "free", active: false, end_date: end });
  });

  test("applies the renewal as soon as the provider reports it", () => {
    const renewed = { periodStart: end, periodEnd: "2027-03-01T00:00:00.000Z" };
    expect(synced(renewed, afterEnd(1))).toMatchObject({ plan_type: "pro", end_date: "2027-03-01T00:00:00.000Z" });
  });

  test.each<[string, Partial<RecurringPurchase>]>([
    ["has ended at the provider", { status: "canceled" }],
    ["ends with the period", { endsAt: end }],
    ["is unpaid", { status: "unpaid" }],
    ["was refunded", { funding: createCardFunding(0, 1999) }],
    ["has been past due for two weeks", { status: "past_due", periodStart: "2027-01-18T00:00:00.000Z" }],
  ])("downgrades at once a plan that %s", (_name, fields) => {
    expect(synced(fields, afterEnd(0))).toMatchObject({ plan_type: "free", active: false, end_date: end });
  });
});
