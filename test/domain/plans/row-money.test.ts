import { describe, expect, test } from "vitest";
import type { CustomerBilling, RecurringPurchase, SinglePurchase } from "../../../domain/plans/purchase.ts";
import { monthsToRefund } from "../../../domain/plans/refunds.ts";
import { createSubscriptionWithoutPlan, type Subscription } from "../../../domain/plans/subscription.ts";
import { subscriptionFromBilling } from "../../../domain/plans/subscription-from-billing.ts";
import { aMonthly, aMonthOnce } from "../../lambdas/support/scripted-payment-provider.ts";

const now = new Date("2027-01-15T12:00:00.000Z");
const day = (date: string) => `2027-${date.length === 2 ? `01-${date}` : date}T00:00:00.000Z`;
const billing = (recurring: RecurringPurchase[], single: SinglePurchase[] = [], creditCents = 0): CustomerBilling => ({
  recurring,
  single,
  creditCents,
  excessCreditCents: 0,
  pending: [],
});
const derive = (
  customerBilling: CustomerBilling,
  previous: Subscription = createSubscriptionWithoutPlan("asha", now),
) => subscriptionFromBilling(customerBilling, previous, "cus_1", { askedAt: now, now });

describe("the credit in the subscription row", () => {
  test("is stored with or without a plan, until it is used", () => {
    const withPlan = derive(billing([aMonthly()], [], 1714));
    expect(withPlan).toHaveProperty("credit_cents", 1714);
    const without = derive(billing([], [], 1714), withPlan);
    expect(without).toMatchObject({ plan_type: "free", credit_cents: 1714 });
    expect(derive(billing([]), without)).not.toHaveProperty("credit_cents");
  });
});

test("the amount due is removed from the subscription row when the plan is over", () => {
  const failed = aMonthly({ status: "past_due", periodStart: day("10"), periodEnd: day("02-10"), dueCents: 1999 });
  const owing = derive(billing([failed]));
  expect(owing).toMatchObject({ owed_cents: 1999, period_end: day("02-10"), end_date: day("24") });
  const over = derive(billing([{ ...failed, status: "canceled" }]), owing);
  for (const fact of ["owed_cents", "period_end", "renewal_failed"]) expect(over).not.toHaveProperty(fact);
});

test("a free trial without a preceding month is first billed when it ends", () => {
  const given = aMonthly({ status: "trialing" });
  expect(derive(billing([given]))).toMatchObject({ first_billed_at: day("02-01"), end_date: day("02-01") });
});

describe("a single month", () => {
  const ids = (customerBilling: CustomerBilling) =>
    monthsToRefund(customerBilling, now).map(({ purchaseId }) => purchaseId);
  const plan = aMonthly();
  const month = aMonthOnce({ id: "pi_1", paidAt: day("10"), plan: "premium" });

  test.each<[string, CustomerBilling, string[]]>([
    ["is to be refunded if it waits for the plan's end", billing([plan], [month]), ["pi_1"]],
    [
      "is to be refunded with another month that waits for the plan's end",
      billing([plan], [month, { ...month, id: "pi_2" }]),
      ["pi_1", "pi_2"],
    ],
    [
      "is to be refunded if it waits for a plan that is past due",
      billing([{ ...plan, status: "past_due", periodStart: day("08") }], [month]),
      ["pi_1"],
    ],
    ["is kept if the plan was cancelled", billing([{ ...plan, endsAt: day("02-01") }], [month]), []],
    ["is kept if there is no plan", billing([], [month]), []],
    ["is not to be refunded twice", billing([plan], [{ ...month, returnedCents: month.cents }]), []],
    [
      "is kept if the plan starts at the end of the month",
      billing(
        [{ ...plan, status: "trialing", createdAt: day("12"), billedFrom: day("02-10"), periodEnd: day("02-10") }],
        [month],
      ),
      [],
    ],
    [
      "is to be refunded if a later plan started before the month's end",
      billing([{ ...plan, createdAt: day("12"), billedFrom: day("12"), periodEnd: day("02-12") }], [month]),
      ["pi_1"],
    ],
    [
      "is kept if it was about to end when the plan began",
      billing(
        [{ ...plan, createdAt: day("14"), billedFrom: day("14"), periodEnd: day("02-14") }],
        [{ ...month, paidAt: "2026-12-15T13:00:00.000Z" }],
      ),
      [],
    ],
    [
      "is kept with another month if the plan waits for both months",
      billing(
        [{ ...plan, status: "trialing", createdAt: day("12"), billedFrom: day("03-10"), periodEnd: day("03-10") }],
        [month, { ...month, id: "pi_2", paidAt: day("11") }],
      ),
      [],
    ],
    [
      "is kept if it has begun because the renewal is late",
      billing([{ ...plan, periodEnd: "2027-01-15T11:00:00.000Z" }], [month]),
      [],
    ],
    [
      "is not confused with a cancelled plan that overlaps a later plan",
      billing(
        [
          { ...plan, endsAt: day("02-01") },
          { ...plan, id: "sub_2", createdAt: day("12"), billedFrom: day("12"), periodEnd: day("02-12") },
        ],
        [],
      ),
      [],
    ],
    ["is kept if it is over", billing([plan], [{ ...month, paidAt: "2026-11-01T00:00:00.000Z" }]), []],
  ])("%s", (_, customerBilling, expected) => {
    expect(ids(customerBilling)).toEqual(expected);
  });

  test("is recorded in the row if it is the month most recently refunded because of a plan", () => {
    const given = (id: string, supersededAt: string) => ({
      ...month,
      id,
      cents: 2999,
      returnedCents: 2999,
      supersededAt,
    });
    const months = [given("pi_1", day("13")), given("pi_2", day("14")), given("pi_3", day("12"))];
    expect(derive(billing([plan], months))).toHaveProperty("given_back", {
      plan_type: "premium",
      cents: 2999,
      at: day("14"),
    });
    expect(derive(billing([plan], [{ ...month, returnedCents: month.cents }]))).not.toHaveProperty("given_back");
  });
});
