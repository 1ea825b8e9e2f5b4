import { describe, expect, test } from "vitest";
import { endedPlansOwing, plansToRefund } from "../../../domain/plans/plans-to-refund.ts";
import type { RecurringPurchase } from "../../../domain/plans/purchase.ts";
import { paidBy } from "../../support/paid-by.ts";
import { held, recurring } from "./purchases.ts";

describe("what has to be put right at the provider", () => {
  const plan = (id: string, more: Partial<RecurringPurchase> = {}) => recurring({ id, ...more });

  test("nothing, for one plan that runs, or none", () => {
    expect(plansToRefund(held())).toEqual([]);
    expect(plansToRefund(held(plan("sub_a")))).toEqual([]);
  });

  test("a plan whose payment was given back ends, and is not kept in place of another", () => {
    const reversed = plan("sub_a", { funding: paidBy(0, 999) });
    expect(plansToRefund(held(reversed, plan("sub_b")))).toEqual([reversed]);
    expect(plansToRefund(held({ ...reversed, status: "canceled" }))).toEqual([]);
  });

  test("of two that run, the later one is undone", () => {
    const later = plan("sub_b", { createdAt: "2027-02-02T00:00:00.000Z" });
    const earlier = plan("sub_c", { createdAt: "2027-01-01T00:00:00.000Z" });
    expect(plansToRefund(held(later, earlier))).toEqual([later]);
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
      expect(plansToRefund(held(owing))).toEqual([]);
      expect(plansToRefund(held(letGo))).toEqual([letGo]);
      expect(plansToRefund(held({ ...letGo, status: "active" }))).toEqual([]);
    },
  );

  test("what is open of a plan that has ended is asked for no more", () => {
    const ended = plan("sub_a", { status: "canceled", owedCents: 999 });
    const others = [plan("sub_b", { status: "past_due", owedCents: 999 }), plan("sub_c", { status: "canceled" })];
    expect(endedPlansOwing(held(ended, ...others))).toEqual([ended]);
  });
});
