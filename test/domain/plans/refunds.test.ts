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
  ...{ id: "pi_1", plan: "plus", paidAt: day(paidAt), cents: 999, returnedCents: 0, givenBackAt: null },
  ...fields,
});
const idsAt = (date: string, ...[plan, ...single]: [ReturnType<typeof aRecurringPurchase>, ...SinglePurchase[]]) =>
  monthsToRefund({ ...aBilling(plan), single }, new Date(day(date))).map(({ purchaseId }) => purchaseId);

describe("months for which a plan leaves no time", () => {
  const plan = aRecurringPurchase();

  test("are those that would wait behind a plan that renews", () => {
    expect(idsAt("01-15", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("are none behind a plan that ends", () => {
    expect(idsAt("01-15", aRecurringPurchase({ endsAt: day("02-01") }), month("01-10"))).toEqual([]);
  });

  test("are none that have begun when the plan is not renewed in time", () => {
    expect(idsAt("02-01", plan, month("01-10"))).toEqual([]);
    expect(idsAt("01-31", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("are those whose time a later plan bills again, unless less is left than a plan can wait for", () => {
    const later = (billedFrom: string) =>
      aRecurringPurchase({ createdAt: day(billedFrom), billedFrom: day(billedFrom) });
    const ofJanuary = month("01-01");
    expect(idsAt("01-20", later("01-20"), ofJanuary)).toEqual(["pi_1"]);
    expect(idsAt("01-31", later("01-31"), ofJanuary)).toEqual([]);
    expect(idsAt("01-20", later("01-01"), month("01-02", { paidAt: day("01-01") }))).toHaveLength(1);
  });
});

test("a month has a remainder to return if most of its payment went back, and not all", () => {
  const remaining = (returnedCents: number) =>
    monthsWithRemainder({ ...aBilling(), single: [month("01-01", { returnedCents })] }).length;
  expect([0, 400, 600, 998, 999].map(remaining)).toEqual([0, 0, 1, 1, 0]);
});

describe("what has to be put right at the provider", () => {
  const plan = (id: string, more: Partial<RecurringPurchase> = {}) => aRecurringPurchase({ id, ...more });

  test("nothing, for one plan that runs, or none", () => {
    expect(plansToRefund(aBilling())).toEqual([]);
    expect(plansToRefund(aBilling(plan("sub_a")))).toEqual([]);
  });

  test("a plan whose payment was given back ends, and is not kept in place of another", () => {
    const reversed = plan("sub_a", { funding: createCardFunding(0, 999) });
    expect(plansToRefund(aBilling(reversed, plan("sub_b")))).toEqual([reversed]);
    expect(plansToRefund(aBilling({ ...reversed, status: "canceled" }))).toEqual([]);
  });

  test("of two that run, the later one is undone", () => {
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
    givenBackAt: null,
  } as const;

  test("a plan that waits for a month is undone when that was given back", () => {
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

  test("and no longer once it is paid for itself, nor a trial that is a present", () => {
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
    "a plan that is %s is undone once it is cancelled, and not before",
    (status) => {
      const owing = plan("sub_a", { status, owedCents: 999 });
      const letGo = { ...owing, endsAt: "2027-02-01T00:00:00.000Z" };
      expect(plansToRefund(aBilling(owing))).toEqual([]);
      expect(plansToRefund(aBilling(letGo))).toEqual([letGo]);
      expect(plansToRefund(aBilling({ ...letGo, status: "active" }))).toEqual([]);
    },
  );

  test("what is open of a plan that has ended is asked for no more", () => {
    const ended = plan("sub_a", { status: "canceled", owedCents: 999 });
    const others = [plan("sub_b", { status: "past_due", owedCents: 999 }), plan("sub_c", { status: "canceled" })];
    expect(endedPlansWithAmountDue(aBilling(ended, ...others))).toEqual([ended]);
  });
});
