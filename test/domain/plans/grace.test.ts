import { describe, expect, test } from "vitest";
import { graceEnd, isUncollectable, type RecurringPurchase } from "../../../domain/plans/purchase.ts";
import { createCardFunding } from "../../support/card-funding.ts";
import { aBilling, aRecurringPurchase } from "./purchases.ts";

const dayMs = 86_400_000;
const startMs = Date.parse("2027-01-01T00:00:00.000Z");
const day = (days: number) => new Date(startMs + days * dayMs).toISOString();

const endedUnpaid = (from: number, days: number, more: Partial<RecurringPurchase> = {}) =>
  aRecurringPurchase({
    id: `sub_${from}`,
    status: "canceled",
    periodStart: day(from),
    endsAt: day(from + days),
    funding: createCardFunding(0),
    isPeriodPaid: false,
    ...more,
  });
const failing = (from: number) => aRecurringPurchase({ id: "sub_9", status: "past_due", periodStart: day(from) });
const graceDays = (from: number, ...earlier: RecurringPurchase[]) =>
  (graceEnd(failing(from), aBilling(...earlier, failing(from))) - Date.parse(day(from))) / dayMs;

describe("the grace period of a failed renewal", () => {
  test("is fourteen days without an earlier unpaid plan", () => {
    expect(graceDays(400)).toBe(14);
  });

  test.each([
    ["14 days leave none", 14, 0],
    ["4 days leave 10", 4, 10],
    ["20 days leave none", 20, 0],
  ])("is shorter if a plan had unpaid days in the year before: %s", (_, used, left) => {
    expect(graceDays(400, endedUnpaid(300, used))).toBe(left);
  });

  test("is fourteen days again 365 days after the start of an unpaid period", () => {
    expect(graceDays(400, endedUnpaid(35, 14))).toBe(14);
    expect(graceDays(400, endedUnpaid(36, 14))).toBe(0);
  });

  test("is not shortened by an earlier plan that was paid or is active", () => {
    expect(graceDays(400, endedUnpaid(300, 14, { isPeriodPaid: true }))).toBe(14);
    expect(graceDays(400, endedUnpaid(300, 14, { status: "active" }))).toBe(14);
  });

  test("is not shortened by an earlier plan that had no grace left", () => {
    // The second plan had no grace left. The first plan's unpaid period started more than a year before day 400.
    expect(graceDays(400, endedUnpaid(30, 14), endedUnpaid(200, 14))).toBe(14);
  });

  test("limits three monthly payments with unpaid renewals to 104 days of access", () => {
    const months = [0, 44, 88];
    const plans = months.map((from) => endedUnpaid(from + 30, 14));
    const given = plans.map((plan, nth) => {
      const due = { ...plan, status: "past_due" as const };
      return 30 + (graceEnd(due, aBilling(...plans.slice(0, nth), due)) - Date.parse(plan.periodStart)) / dayMs;
    });
    expect(given.reduce((sum, days) => sum + days)).toBe(104);
  });
});

test("a plan is uncollectable as soon as its grace period is over", () => {
  const earlier = endedUnpaid(300, 10);
  const at = (days: number) =>
    isUncollectable(failing(400), aBilling(earlier, failing(400)), new Date(day(400 + days)));
  expect([at(3.9), at(4)]).toEqual([false, true]);
});
