import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  billings,
  type CustomerBilling,
  downgraded,
  isLiveRecurring,
  isUncollectable,
  liveRecurring,
  oneMonthAfter,
  paidPlanTypes,
  parseLookupKey,
  plansToUndo,
  priceLookupKey,
  type RecurringPurchase,
  recurringStatuses,
  sameFacts,
} from "../../domain/billing.ts";
import type { Subscription } from "../../domain/subscription.ts";

describe("a price's lookup key", () => {
  test("is one for each plan and way of buying, and reads back as them", () => {
    const choices = paidPlanTypes.flatMap((plan) => billings.map((billing) => ({ plan, billing })));
    const keys = choices.map(({ plan, billing }) => priceLookupKey(plan, billing));
    expect(keys.map(parseLookupKey)).toEqual(choices);
    expect(new Set(keys)).toEqual(
      new Set([
        "parlance_plus_monthly",
        "parlance_plus_once",
        "parlance_pro_monthly",
        "parlance_pro_once",
        "parlance_premium_monthly",
        "parlance_premium_once",
      ]),
    );
  });

  test.each([
    "",
    "parlance",
    "parlance_plus",
    "parlance_free_monthly",
    "parlance_plus_yearly",
    "parlance_plus_monthly_2",
    "parlance_plus_monthly_",
    "_parlance_plus_monthly",
    "another_plus_monthly",
    "Parlance_Plus_Monthly",
    "parlance_toString_once",
    " parlance_plus_once",
  ])("%j is not of this product", (key) => {
    expect(parseLookupKey(key)).toBeNull();
  });
});

describe("one month after", () => {
  test.each([
    ["2027-01-15T10:30:15.250Z", "2027-02-15T10:30:15.250Z"],
    ["2027-01-28T10:00:00.000Z", "2027-02-28T10:00:00.000Z"],
    ["2027-01-29T10:00:00.000Z", "2027-02-28T10:00:00.000Z"],
    ["2027-01-31T23:59:59.999Z", "2027-02-28T23:59:59.999Z"],
    ["2028-01-29T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["2028-01-31T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", "2028-03-29T00:00:00.000Z"],
    ["2100-01-30T00:00:00.000Z", "2100-02-28T00:00:00.000Z"],
    ["2027-03-31T00:00:00.000Z", "2027-04-30T00:00:00.000Z"],
    ["2027-12-31T10:00:00.000Z", "2028-01-31T10:00:00.000Z"],
    ["2027-12-31T10:00:00Z", "2028-01-31T10:00:00.000Z"],
  ])("%s is %s", (from, to) => {
    expect(oneMonthAfter(from)).toBe(to);
  });

  test("any instant comes the same time of day, 28 to 31 days later, in the next month", () => {
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2120-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (from) => {
        const to = new Date(oneMonthAfter(from.toISOString()));
        const days = (to.getTime() - from.getTime()) / 86_400_000;
        expect([28, 29, 30, 31]).toContain(days);
        expect(to.getUTCMonth()).toBe((from.getUTCMonth() + 1) % 12);
      }),
    );
  });
});

const recurring = (fields: Partial<RecurringPurchase> = {}): RecurringPurchase => ({
  id: "sub_1",
  plan: "plus",
  status: "active",
  createdAt: "2027-01-01T00:00:00.000Z",
  periodStart: "2027-01-01T00:00:00.000Z",
  periodEnd: "2027-02-01T00:00:00.000Z",
  endsAt: null,
  paymentReversed: false,
  ...fields,
});
const held = (...purchases: RecurringPurchase[]): CustomerBilling => ({ recurring: purchases, single: [] });

describe("a recurring purchase that stands in the way of another", () => {
  test("is one that is paid, or that the provider still wants paid", () => {
    const live = recurringStatuses.filter((status) => isLiveRecurring(recurring({ status })));
    expect(new Set(live)).toEqual(new Set(["trialing", "active", "past_due", "unpaid"]));
  });

  test("is kept if it is the oldest, whatever the order in which they are told", () => {
    const older = recurring({ id: "sub_b", createdAt: "2027-01-01T00:00:00.000Z" });
    const ended = recurring({ id: "sub_0", createdAt: "2026-01-01T00:00:00.000Z", status: "canceled" });
    const [one, other] = ["sub_a", "sub_c"].map((id) => recurring({ id, createdAt: "2027-01-01T00:00:01.000Z" }));
    if (!one || !other) throw new Error("Two are needed");
    for (const billing of [held(other, ended, one, older), held(older, one, other, ended)]) {
      expect(liveRecurring(billing).map(({ id }) => id)).toEqual(["sub_b", "sub_a", "sub_c"]);
    }
    expect(liveRecurring(held(ended))).toEqual([]);
  });
});

const row: Subscription = {
  user_id: "u-1",
  plan_type: "pro",
  active: true,
  start_date: "2027-01-01T00:00:00.000Z",
  end_date: "2027-02-01T00:00:00.000Z",
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
  updated_at: "2027-01-01T00:00:00.000Z",
};

describe("two rows say the same", () => {
  test("whenever they were written, whoever wrote them, and in whatever order their fields stand", () => {
    const fields = Object.entries({ ...row, updated_at: "2027-01-09T00:00:00.000Z", synced_at: row.start_date });
    expect(sameFacts(row, Object.assign({ revision: 7 }, ...fields.toReversed().map(([k, v]) => ({ [k]: v }))))).toBe(
      true,
    );
  });

  test.each<[string, Partial<Subscription>]>([
    ["plan", { plan_type: "plus" }],
    ["cancelling", { active: false }],
    ["start", { start_date: "2027-01-02T00:00:00.000Z" }],
    ["end", { end_date: "2027-02-02T00:00:00.000Z" }],
    ["lack of an end", { end_date: null }],
    ["customer", { stripe_customer_id: "cus_2" }],
    ["purchase", { stripe_subscription_id: "pi_1" }],
    ["failed renewal", { renewal_failed: true }],
    ["learner", { user_id: "u-2" }],
  ])("but for another %s", (_, change) => {
    expect(sameFacts(row, { ...row, ...change })).toBe(false);
    expect(sameFacts({ ...row, ...change }, row)).toBe(false);
  });
});

describe("a row that is downgraded", () => {
  const free = { ...row, plan_type: "free", active: false };

  test("is free and inactive, with the end that it had, and still names its purchase", () => {
    const now = new Date("2027-02-03T00:00:00.000Z");
    expect(downgraded(row, now)).toEqual({ ...free, updated_at: now.toISOString() });
  });

  test.each([
    ["in the future", row],
    ["unknown", { ...row, end_date: null }],
    ["at this very moment", { ...row, end_date: "2027-01-10T00:00:00.000Z" }],
  ])("ends now if its end is %s", (_, paid) => {
    const now = new Date("2027-01-10T00:00:00.000Z");
    expect(downgraded(paid, now)).toEqual({ ...free, end_date: now.toISOString(), updated_at: now.toISOString() });
  });

  test("no longer says that a renewal failed", () => {
    const now = new Date("2027-02-03T00:00:00.000Z");
    expect(downgraded({ ...row, renewal_failed: true }, now)).not.toHaveProperty("renewal_failed");
  });
});

describe("what has to be put right at the provider", () => {
  const plan = (id: string, more: Partial<RecurringPurchase> = {}) => recurring({ id, ...more });

  test("nothing, for one plan that runs, or none", () => {
    expect(plansToUndo(held())).toEqual([]);
    expect(plansToUndo(held(plan("sub_a")))).toEqual([]);
  });

  test("a plan whose payment was given back ends, and is not kept in place of another", () => {
    const reversed = plan("sub_a", { paymentReversed: true });
    expect(plansToUndo(held(reversed, plan("sub_b")))).toEqual([reversed]);
    expect(plansToUndo(held({ ...reversed, status: "canceled" }))).toEqual([]);
  });

  test("of two that run, the later one is undone", () => {
    const later = plan("sub_b", { createdAt: "2027-02-02T00:00:00.000Z" });
    const earlier = plan("sub_c", { createdAt: "2027-01-01T00:00:00.000Z" });
    expect(plansToUndo(held(later, earlier))).toEqual([later]);
  });

  test("only what is unpaid, or past due for longer than it is tried, is beyond collecting", () => {
    const start = Date.parse("2027-01-01T00:00:00.000Z");
    const due = plan("sub_a", { status: "past_due", periodStart: new Date(start).toISOString() });
    const daysOn = (days: number) => new Date(start + days * 86_400_000);
    expect(isUncollectable(due, daysOn(13.9))).toBe(false);
    expect(isUncollectable(due, daysOn(14))).toBe(true);
    expect(isUncollectable({ ...due, status: "unpaid" }, daysOn(0))).toBe(true);
    expect(isUncollectable({ ...due, status: "active" }, daysOn(40))).toBe(false);
  });
});
