import { describe, expect, test } from "vitest";
import { durationText } from "../../../domain/plans/plan-badge.ts";
import {
  type CustomerBilling,
  type RecurringPurchase,
  type RecurringStatus,
  recurringStatuses,
  type SinglePurchase,
} from "../../../domain/plans/purchase.ts";
import {
  createFreeSubscription,
  createSubscriptionWithoutPlan,
  hasPaidAccess,
  type Subscription,
} from "../../../domain/plans/subscription.ts";
import { subscriptionFromBilling } from "../../../domain/plans/subscription-from-billing.ts";
import { createCardFunding } from "../../support/card-funding.ts";

const now = new Date("2027-01-15T12:00:00.000Z");
/** The date "15" is in January, and "02-15" is in February. */
const day = (date: string) => `2027-${date.length === 2 ? `01-${date}` : date}T00:00:00.000Z`;

const monthly = (fields: Partial<RecurringPurchase> = {}): RecurringPurchase => ({
  id: "sub_1",
  plan: "pro",
  status: "active",
  createdAt: day("01"),
  billedFrom: day("01"),
  periodStart: day("01"),
  periodEnd: day("02-01"),
  endsAt: null,
  funding: createCardFunding(1999),
  isPeriodPaid: true,
  firstPaidAt: null,
  dueCents: 0,
  ...fields,
});
const once = (id: string, paidAt: string, fields: Partial<SinglePurchase> = {}): SinglePurchase => ({
  id,
  plan: "pro",
  paidAt,
  cents: 1999,
  returnedCents: 0,
  supersededAt: null,
  ...fields,
});
const billing = (...purchases: (RecurringPurchase | SinglePurchase)[]): CustomerBilling => ({
  recurring: purchases.filter((purchase) => "status" in purchase),
  single: purchases.filter((purchase) => "paidAt" in purchase),
  creditCents: 0,
  excessCreditCents: 0,
  pending: [],
});

const nothingYet = createSubscriptionWithoutPlan("u-1", new Date(day("01")));
const derive = (customerBilling: CustomerBilling, previous: Subscription = nothingYet, at = now) =>
  subscriptionFromBilling(customerBilling, previous, "cus_1", { askedAt: at, now: at });
const row = (facts: Partial<Subscription>) => ({
  user_id: "u-1",
  stripe_customer_id: "cus_1",
  updated_at: now.toISOString(),
  synced_at: now.toISOString(),
  start_date: day("01"),
  ...facts,
});
test("the subscription row stores the first pending purchase but grants no access for it", () => {
  const pending = [
    { plan: "plus", billing: "once", cents: 999, since: day("14") },
    { plan: "pro", billing: "monthly", cents: 1999, since: day("15") },
  ] as const;
  const { pending: stored, plan_type } = derive({ ...billing(), pending });
  expect([stored, plan_type]).toEqual([{ plan_type: "plus", billing: "once", cents: 999, since: day("14") }, "free"]);
  expect(
    derive(billing(), { ...nothingYet, pending: { plan_type: "plus", billing: "once", since: day("14") } }),
  ).not.toHaveProperty("pending");
});

const ofMonthly = {
  plan_type: "pro",
  active: true,
  end_date: day("02-01"),
  stripe_subscription_id: "sub_1",
  last_paid: { cents: 1999, at: day("01") },
} as const;

test("the subscription row stores the time of the request as its sync time", () => {
  const askedAt = new Date(now.getTime() - 5_000);
  for (const customerBilling of [billing(), billing(monthly({}))]) {
    const derived = subscriptionFromBilling(customerBilling, nothingYet, "cus_1", { askedAt, now });
    expect(derived).toMatchObject({ synced_at: askedAt.toISOString(), updated_at: now.toISOString() });
  }
});

describe("the subscription row of a recurring purchase", () => {
  const gives: Record<RecurringStatus, boolean> = {
    incomplete: false,
    incomplete_expired: false,
    trialing: true,
    active: true,
    past_due: true,
    canceled: false,
    unpaid: false,
    paused: false,
  };

  const statuses = recurringStatuses.map((status) => [status, gives[status] ? "access" : "no access"] as const);
  test.each(statuses)("with the status %s grants %s", (status) => {
    const derived = derive(billing(monthly({ status, periodStart: day("10"), periodEnd: day("02-10") })));
    expect(hasPaidAccess(derived, now)).toBe(gives[status]);
    expect(derived.stripe_subscription_id).toBe(gives[status] ? "sub_1" : undefined);
  });

  const unpaid = { funding: createCardFunding(0), isPeriodPaid: false, dueCents: 1999 };
  const failed = { status: "past_due", periodStart: day("10"), periodEnd: day("02-10"), ...unpaid } as const;
  const owing = { renewal_failed: true, owed_cents: 1999, period_end: day("02-10"), last_paid: undefined };
  const table: [string, Partial<RecurringPurchase>, Partial<Subscription>][] = [
    ["that renews", {}, ofMonthly],
    ["of the Premium plan", { plan: "premium" }, { ...ofMonthly, plan_type: "premium" }],
    ["that ends with its period", { endsAt: day("02-01") }, { ...ofMonthly, active: false }],
    [
      "that ends before the end of its period",
      { endsAt: day("20") },
      { ...ofMonthly, active: false, end_date: day("20") },
    ],
    ["whose renewal failed", failed, { ...ofMonthly, end_date: day("24"), ...owing }],
    [
      "whose renewal failed and that ends during the grace period",
      { ...failed, endsAt: day("20") },
      { ...ofMonthly, active: false, end_date: day("20"), ...owing },
    ],
  ];

  test.each(table)("describes a purchase %s", (_, purchase, facts) => {
    expect(derive(billing(monthly(purchase)))).toEqual(row(facts));
  });

  test("without an earlier unpaid plan, grants access for exactly 14 days after a failed renewal", () => {
    const customerBilling = billing(monthly({ ...failed, periodStart: "2027-01-01T12:00:00.000Z" }));
    const lastMoment = new Date(now.getTime() - 1);
    expect(derive(customerBilling, nothingYet, lastMoment)).toMatchObject({
      plan_type: "pro",
      end_date: now.toISOString(),
    });
    expect(derive(customerBilling)).toEqual({ ...nothingYet, ...row({}) });
  });

  test("ends now if the payment was returned", () => {
    const paid = derive(billing(monthly()));
    const ended = { plan_type: "free", active: false, end_date: now.toISOString(), stripe_subscription_id: "sub_1" };
    expect(derive(billing(monthly({ funding: createCardFunding(0, 999) })), paid)).toEqual({
      ...row({}),
      ...ended,
    });
  });

  test("has no flag of a failed renewal after the renewal is paid", () => {
    const trouble = derive(billing(monthly(failed)));
    expect(derive(billing(monthly()), trouble)).not.toHaveProperty("renewal_failed");
  });
});

describe("the last payment in the subscription row", () => {
  const last = (customerBilling: CustomerBilling) => derive(customerBilling).last_paid;

  test("is the latest payment that was not fully returned, without the returned part", () => {
    const plan = monthly({ funding: createCardFunding(1499, 500) });
    expect(last(billing(plan))).toEqual({ cents: 1499, at: day("01") });
    expect(last(billing(plan, once("pi_1", day("10"))))).toEqual({ cents: 1999, at: day("10") });
    const returned = once("pi_1", day("10"), { returnedCents: 1999 });
    expect(last(billing(plan, returned))).toEqual({ cents: 1499, at: day("01") });
  });

  test("is absent without a card payment, or if the whole payment was returned", () => {
    const byCredit = { paid: { kept: 0, returned: 0 }, credit: { kept: 1999, returned: 0 } };
    expect(last(billing(monthly({ funding: byCredit })))).toBeUndefined();
    expect(last(billing(monthly({ funding: createCardFunding(0, 999) })))).toBeUndefined();
    const paid = derive(billing(once("pi_1", day("10"))));
    expect(derive(billing(once("pi_1", day("10"), { returnedCents: 1999 })), paid)).not.toHaveProperty("last_paid");
  });
});

describe("the subscription row of single months", () => {
  const first = { plan_type: "pro", active: true, stripe_subscription_id: "pi_1" } as const;

  test("grants one month from the payment", () => {
    expect(derive(billing(once("pi_1", day("10"))))).toEqual(
      row({ ...first, start_date: day("10"), end_date: day("02-10"), last_paid: { cents: 1999, at: day("10") } }),
    );
  });

  test("starts a month paid during an earlier month when the earlier month ends, in either order of the list", () => {
    const named = { ...first, stripe_subscription_id: "pi_2" };
    const stages = [
      { plan_type: "pro", starts_at: day("10"), ends_at: day("02-10"), recurring: false },
      { plan_type: "plus", starts_at: day("02-10"), ends_at: day("03-10"), recurring: false },
    ] as const;
    const expected = row({
      ...named,
      start_date: day("10"),
      end_date: day("03-10"),
      stages: [...stages],
      last_paid: { cents: 1999, at: day("12") },
    });
    const [one, two] = [once("pi_1", day("10")), once("pi_2", day("12"), { plan: "plus" })];
    expect(derive(billing(one, two))).toEqual(expected);
    expect(derive(billing(two, one))).toEqual(expected);
  });

  test("describes the second month after the first month has ended", () => {
    const later = new Date(day("02-20"));
    const customerBilling = billing(once("pi_1", day("10")), once("pi_2", day("12"), { plan: "plus" }));
    expect(derive(customerBilling, nothingYet, later)).toMatchObject({
      plan_type: "plus",
      start_date: day("02-10"),
      end_date: day("03-10"),
      stripe_subscription_id: "pi_2",
    });
  });

  test("grants no access in a gap before the next month's payment", () => {
    const customerBilling = billing(once("pi_1", "2026-11-01T00:00:00.000Z"), once("pi_2", day("10")));
    expect(derive(customerBilling)).toEqual(
      row({
        ...first,
        stripe_subscription_id: "pi_2",
        start_date: day("10"),
        end_date: day("02-10"),
        last_paid: { cents: 1999, at: day("10") },
      }),
    );
    const inGap = new Date("2026-12-20T00:00:00.000Z");
    expect(hasPaidAccess(derive(customerBilling, nothingYet, inGap), inGap)).toBe(false);
  });

  test("grants no access for a refunded month, and starts the next month at its payment", () => {
    const customerBilling = billing(once("pi_1", day("01"), { returnedCents: 1999 }), once("pi_2", day("10")));
    expect(derive(customerBilling)).toMatchObject({ start_date: day("10"), end_date: day("02-10") });
    expect(hasPaidAccess(derive(billing(once("pi_1", day("01"), { returnedCents: 1999 }))), now)).toBe(false);
  });

  test("grants no access at the exact end of the month", () => {
    const customerBilling = billing(once("pi_1", "2026-12-15T12:00:00.000Z"));
    expect(hasPaidAccess(derive(customerBilling), now)).toBe(false);
    expect(derive(customerBilling, nothingYet, new Date(now.getTime() - 1))).toMatchObject({
      end_date: now.toISOString(),
    });
  });

  describe("if the stored row is inactive", () => {
    const customerBilling = billing(once("pi_1", day("10")));
    const cancelled = { ...derive(customerBilling), active: false };

    test("remains cancelled for the same purchase", () => {
      expect(derive(customerBilling, cancelled)).toEqual(cancelled);
      expect(derive(customerBilling, { ...cancelled, active: true })).toMatchObject({ active: true });
    });

    test("is active for another purchase", () => {
      expect(derive(billing(once("pi_9", day("11"))), cancelled)).toMatchObject({ active: true });
      expect(derive(billing(monthly({ id: "sub_9" })), cancelled)).toMatchObject({ active: true });
    });

    const two = billing(once("pi_1", day("10")), once("pi_2", day("12"), { plan: "plus" }));
    const cancelledTwo = { ...derive(two), active: false };

    test("remains cancelled when the next month starts", () => {
      expect(derive(two, cancelledTwo)).toEqual(cancelledTwo);
      const later = derive(two, cancelledTwo, new Date(day("02-20")));
      expect(later).toMatchObject({ plan_type: "plus", active: false, end_date: cancelledTwo.end_date });
    });

    test("is active after the purchase of another month", () => {
      const more = derive({ ...two, single: [...two.single, once("pi_3", day("15"))] }, cancelledTwo);
      expect(more).toMatchObject({ active: true, stripe_subscription_id: "pi_3", end_date: day("04-10") });
    });

    test("is active again after the end of a dispute that downgraded the row", () => {
      const disputed = derive(billing(once("pi_1", day("10"), { returnedCents: 1999 })), derive(customerBilling));
      expect(disputed).toMatchObject({ plan_type: "free", active: false, stripe_subscription_id: "pi_1" });
      expect(derive(customerBilling, disputed)).toMatchObject({ plan_type: "pro", active: true });
    });
  });
});

describe("the subscription row of several purchases", () => {
  const ending = { endsAt: day("02-01") };
  const table: [string, CustomerBilling, string][] = [
    [
      "a renewing plan rather than a higher plan that ends",
      billing(monthly({ plan: "premium", ...ending }), monthly({ id: "best", plan: "plus" })),
      "best",
    ],
    [
      "a renewing plan rather than a single month of a higher plan",
      billing(once("pi_1", day("10"), { plan: "premium" }), monthly({ id: "best", plan: "plus" })),
      "best",
    ],
    [
      "the purchase that ends last if none renews",
      billing(once("best", day("10")), monthly({ plan: "premium", ...ending })),
      "best",
    ],
    [
      "the plan that can be resumed if two purchases end together",
      billing(
        once("pi_1", day("01")),
        monthly({ id: "best", status: "trialing", createdAt: day("10"), billedFrom: day("02-01"), ...ending }),
      ),
      "best",
    ],
    [
      "a purchase with access rather than a higher plan without access",
      billing(monthly({ plan: "premium", status: "unpaid" }), once("best", day("10"), { plan: "plus" })),
      "best",
    ],
  ];

  test.each(table)("names %s", (_, customerBilling, best) => {
    const turned = {
      ...customerBilling,
      recurring: customerBilling.recurring.toReversed(),
      single: customerBilling.single.toReversed(),
    };
    expect(derive(customerBilling).stripe_subscription_id).toBe(best);
    expect(derive(turned)).toEqual(derive(customerBilling));
  });

  test("names the highest plan of consecutive months, and the end of the last month", () => {
    const customerBilling = billing(
      once("pi_1", day("10")),
      once("pi_2", day("11"), { plan: "premium" }),
      once("pi_3", day("12")),
    );
    expect(derive(customerBilling)).toMatchObject({
      plan_type: "premium",
      start_date: day("10"),
      end_date: day("04-10"),
    });
  });

  test("delays a single month until a cancelled plan ends", () => {
    const month = once("pi_1", day("10"), { plan: "plus" });
    const customerBilling = billing(month, monthly(ending));
    expect(derive(customerBilling)).toMatchObject({
      plan_type: "pro",
      active: true,
      stripe_subscription_id: "pi_1",
      start_date: day("01"),
      end_date: day("03-01"),
    });
    const later = derive(
      billing(month, monthly({ ...ending, status: "canceled" })),
      nothingYet,
      new Date(day("02-20")),
    );
    expect(later).toMatchObject({ plan_type: "plus", start_date: day("02-01"), end_date: day("03-01") });
    const cut = derive(billing(month, monthly({ status: "canceled", endsAt: day("12") })));
    expect(cut).toMatchObject({ start_date: day("12"), end_date: day("02-12") });
  });

  test("delays a single month until a renewed plan ends", () => {
    const renewed = monthly({ periodStart: day("02-01"), periodEnd: day("03-01"), endsAt: day("03-01") });
    const customerBilling = billing(once("pi_1", day("10")), renewed);
    expect(derive(customerBilling, nothingYet, new Date(day("02-20")))).toMatchObject({ end_date: day("04-01") });
  });

  test("names the plan that follows a single month, and the date of the plan's first bill", () => {
    const waiting = { status: "trialing", plan: "plus", createdAt: day("10"), billedFrom: day("02-01") } as const;
    const unpaid = { periodStart: day("10"), funding: createCardFunding(0) };
    const customerBilling = billing(once("pi_1", day("01"), { plan: "premium" }), monthly({ ...waiting, ...unpaid }));
    const derived = derive(customerBilling);
    expect(derived).toEqual(
      row({
        ...ofMonthly,
        plan_type: "plus",
        start_date: day("10"),
        first_billed_at: day("02-01"),
        last_paid: { cents: 1999, at: day("01") },
        stages: [
          { plan_type: "premium", starts_at: day("01"), ends_at: day("02-01"), recurring: false },
          { plan_type: "plus", starts_at: day("02-01"), ends_at: null, recurring: true },
        ],
      }),
    );
    expect(durationText(derived, now)).toBe("Next billing cycle in 17 days");
  });

  test("ends with the current period of a renewing plan, and lists the month after the period", () => {
    const customerBilling = billing(monthly(), once("pi_1", day("10"), { plan: "premium" }));
    const stages = [
      { plan_type: "pro", starts_at: day("01"), ends_at: null, recurring: true },
      { plan_type: "premium", starts_at: day("02-01"), ends_at: day("03-01"), recurring: false },
    ] as const;
    const last_paid = { cents: 1999, at: day("10") };
    expect(derive(customerBilling)).toEqual(row({ ...ofMonthly, stages: [...stages], last_paid }));
  });

  test("lists a cancelled plan and the month after it with their times", () => {
    const customerBilling = billing(monthly({ endsAt: day("02-01") }), once("pi_1", day("10"), { plan: "plus" }));
    expect(derive(customerBilling)).toMatchObject({
      plan_type: "pro",
      end_date: day("03-01"),
      stages: [
        { plan_type: "pro", starts_at: day("01"), ends_at: day("02-01"), recurring: true },
        { plan_type: "plus", starts_at: day("02-01"), ends_at: day("03-01"), recurring: false },
      ],
    });
    expect(derive(customerBilling, nothingYet, new Date(day("02-10")))).not.toHaveProperty("stages");
  });

  test("lists no stage for a plan that was cancelled before its first bill", () => {
    const waiting = { status: "trialing", billedFrom: day("02-01"), endsAt: day("02-01") } as const;
    const derived = derive(billing(once("pi_1", day("01")), monthly({ createdAt: day("10"), ...waiting })));
    expect(derived).toMatchObject({ active: false, stripe_subscription_id: "sub_1" });
    expect(derived.stages).toMatchObject([{ recurring: false, starts_at: day("01"), ends_at: day("02-01") }]);
    expect(derived).not.toHaveProperty("first_billed_at");
  });
});

describe("a stored subscription row", () => {
  const synced = { stripe_customer_id: "cus_1", updated_at: now.toISOString(), synced_at: now.toISOString() };
  const over = { ...nothingYet, end_date: day("02"), stripe_subscription_id: "sub_0" };

  test.each([
    ["no plan", nothingYet],
    ["the free plan", createFreeSubscription("u-1", new Date(day("01")))],
    ["a plan that is over", over],
  ])(
    "with %s changes only its customer id, update time and sync time if the billing has no purchase",
    (_, previous) => {
      expect(derive(billing(), { ...previous, revision: 3 })).toEqual({ ...previous, revision: 3, ...synced });
    },
  );

  test("without a purchase is downgraded and keeps its past end if it had a paid plan", () => {
    const paid = { ...row(ofMonthly), end_date: day("05"), renewal_failed: true } as Subscription;
    const { renewal_failed: _, last_paid: __, ...kept } = paid;
    expect(derive(billing(), paid)).toEqual({ ...kept, plan_type: "free", active: false });
  });

  test("receives the plan of the first purchase in place of the free plan", () => {
    expect(derive(billing(monthly()), createFreeSubscription("u-1", new Date(day("01"))))).toEqual(row(ofMonthly));
  });
});

test("the subscription row does not change if it is derived again", () => {
  const customerBilling = billing(monthly({ endsAt: day("02-01") }), once("pi_1", day("10")), once("pi_2", day("11")));
  const first = derive(customerBilling);
  expect(derive(customerBilling, first)).toEqual(first);
});
