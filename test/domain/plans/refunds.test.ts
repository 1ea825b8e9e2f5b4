import { describe, expect, test } from "vitest";
import type { RecurringPurchase, SinglePurchase } from "../../../domain/plans/purchase.ts";
import {
  endedPlansWithAmountDue,
  monthsToRefund,
  monthsWithRemainder,
  plansToRefund,
} from "../../../domain/plans/refunds.ts";
import { createCardFunding } from "../../support/card-funding.ts";
import { aBilling, aRecurringPurchase } from "./purchases.ts";

const day = (date: string) => `2027-${date}T00:00:00.000Z`;
const month = (paidAt: string, fields: Partial<SinglePurchase> = {}): SinglePurchase => ({
  ...{ id: "pi_1", plan: "plus", paidAt: day(paidAt), cents: 999, returnedCents: 0, supersededAt: null },
  ...fields,
});
const idsAt = (date: string, ...[plan, ...single]: [ReturnType<typeof aRecurringPurchase>, ...SinglePurchase[]]) =>
  monthsToRefund({ ...aBilling(plan), single }, new Date(day(date))).map(({ purchaseId }) => purchaseId);

describe("the single months to refund", () => {
  const plan = aRecurringPurchase();

  test("include a month that would wait for the end of a renewing plan", () => {
    expect(idsAt("01-15", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("do not include a month that waits for the end of a cancelled plan", () => {
    expect(idsAt("01-15", aRecurringPurchase({ endsAt: day("02-01") }), month("01-10"))).toEqual([]);
  });

  test("exclude a month that began because the renewal is late", () => {
    expect(idsAt("02-01", plan, month("01-10"))).toEqual([]);
    expect(idsAt("01-31", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("include a month whose days a later plan bills again, unless less than 49 hours are left", () => {
    const later = (billedFrom: string) =>
      aRecurringPurchase({ createdAt: day(billedFrom), billedFrom: day(billedFrom) });
    const ofJanuary = month("01-01");
    expect(idsAt("01-20", later("01-20"), ofJanuary)).toEqual(["pi_1"]);
    expect(idsAt("01-29", later("01-29"), ofJanuary)).toEqual(["pi_1"]);
    for (const date of ["01-30", "01-31"]) expect(idsAt(date, later(date), ofJanuary)).toEqual([]);
    expect(idsAt("01-20", later("01-01"), month("01-02", { paidAt: day("01-01") }))).toHaveLength(1);
  });
});

test("monthsWithRemainder returns a month whose payment was mostly but not fully refunded", () => {
  const remaining = (returnedCents: number) =>
    monthsWithRemainder({ ...aBilling(), single: [month("01-01", { returnedCents })] }).length;
  expect([0, 400, 600, 998, 999].map(remaining)).toEqual([0, 0, 1, 1, 0]);
});

describe("the plans to refund", () => {
  const plan = (id: string, more: Partial<RecurringPurchase> = {}) => aRecurringPurchase({ id, ...more });

  test("are none without a plan, or with only one active and paid plan", () => {
    expect(plansToRefund(aBilling())).toEqual([]);
    expect(plansToRefund(aBilling(plan("sub_a")))).toEqual([]);
  });

  test("include a running plan whose payment was returned", () => {
    const reversed = plan("sub_a", { funding: createCardFunding(0, 999) });
    expect(plansToRefund(aBilling(reversed, plan("sub_b")))).toEqual([reversed]);
    expect(plansToRefund(aBilling({ ...reversed, status: "canceled" }))).toEqual([]);
  });

  test("include the later of two running plans", () => {
    const later = plan("sub_b", { createdAt: "2027-02-02T00:00:00.000Z" });
    const earlier = plan("sub_c", { createdAt: "2027-01-01T00:00:00.000Z" });
    expect(plansToRefund(aBilling(later, earlier))).toEqual([later]);
  });

  const waiting = plan("sub_a", {
    status: "trialing",
    createdAt: "2027-01-10T00:00:00.000Z",
    billedFrom: "2027-02-01T00:00:00.000Z",
  });
  const month = {
    id: "pi_1",
    plan: "plus",
    paidAt: "2027-01-01T00:00:00.000Z",
    cents: 999,
    returnedCents: 0,
    supersededAt: null,
  } as const;

  test("include a plan that waits for a month if that month was refunded", () => {
    expect(
      plansToRefund({ recurring: [waiting], single: [month], creditCents: 0, excessCreditCents: 0, pending: [] }),
    ).toEqual([]);
    expect(
      plansToRefund({
        recurring: [waiting],
        single: [{ ...month, returnedCents: 999 }],
        creditCents: 0,
        excessCreditCents: 0,
        pending: [],
      }),
    ).toEqual([waiting]);
  });

  test("leave out a plan that waits for no month, even if a month was refunded", () => {
    const single = [{ ...month, returnedCents: 999 }];
    for (const plan of [
      { ...waiting, status: "active" as const },
      { ...waiting, billedFrom: waiting.createdAt },
    ]) {
      expect(plansToRefund({ recurring: [plan], single, creditCents: 0, excessCreditCents: 0, pending: [] })).toEqual(
        [],
      );
    }
  });

  test.each(["past_due", "unpaid"] as const)(
    "include a plan because of the status %s only after its cancellation",
    (status) => {
      const owing = plan("sub_a", { status, dueCents: 999 });
      const cancelled = { ...owing, endsAt: "2027-02-01T00:00:00.000Z" };
      expect(plansToRefund(aBilling(owing))).toEqual([]);
      expect(plansToRefund(aBilling(cancelled))).toEqual([cancelled]);
      expect(plansToRefund(aBilling({ ...cancelled, status: "active" }))).toEqual([]);
    },
  );
});

test("endedPlansWithAmountDue returns only plans that ended with an amount due", () => {
  const ended = aRecurringPurchase({ id: "sub_a", status: "canceled", dueCents: 999 });
  const pastDue = aRecurringPurchase({ id: "sub_b", status: "past_due", dueCents: 999 });
  const settled = aRecurringPurchase({ id: "sub_c", status: "canceled" });
  expect(endedPlansWithAmountDue(aBilling(ended, pastDue, settled))).toEqual([ended]);
});
