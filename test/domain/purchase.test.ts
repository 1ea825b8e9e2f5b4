import { describe, expect, test } from "vitest";
import {
  type CustomerBilling,
  isLiveRecurring,
  isUncollectable,
  liveRecurring,
  plansToUndo,
  type RecurringPurchase,
  recurringStatuses,
} from "../../domain/purchase.ts";

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
