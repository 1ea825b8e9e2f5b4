import { describe, expect, test } from "vitest";
import {
  isLiveRecurring,
  isReversed,
  isUncollectable,
  liveRecurring,
  recurringStatuses,
} from "../../../domain/plans/purchase.ts";
import { createCardFunding } from "../../support/card-funding.ts";
import { aBilling, aRecurringPurchase } from "./purchases.ts";

describe("live recurring purchases", () => {
  test("are active, in trial, past due or unpaid", () => {
    const live = recurringStatuses.filter((status) => isLiveRecurring(aRecurringPurchase({ status })));
    expect(new Set(live)).toEqual(new Set(["trialing", "active", "past_due", "unpaid"]));
  });

  test("are sorted oldest first, not in the order of the list", () => {
    const older = aRecurringPurchase({ id: "sub_b", createdAt: "2027-01-01T00:00:00.000Z" });
    const ended = aRecurringPurchase({ id: "sub_0", createdAt: "2026-01-01T00:00:00.000Z", status: "canceled" });
    const [one, other] = ["sub_a", "sub_c"].map((id) =>
      aRecurringPurchase({ id, createdAt: "2027-01-01T00:00:01.000Z" }),
    );
    if (!one || !other) throw new Error("Two are needed");
    for (const billing of [aBilling(other, ended, one, older), aBilling(older, one, other, ended)]) {
      expect(liveRecurring(billing).map(({ id }) => id)).toEqual(["sub_b", "sub_a", "sub_c"]);
    }
    expect(liveRecurring(aBilling(ended))).toEqual([]);
  });
});

test("isUncollectable returns true for the status unpaid, and for past_due after the grace period", () => {
  const start = Date.parse("2027-01-01T00:00:00.000Z");
  const due = aRecurringPurchase({ status: "past_due", periodStart: new Date(start).toISOString() });
  const daysOn = (days: number) => new Date(start + days * 86_400_000);
  expect(isUncollectable(due, aBilling(due), daysOn(13.9))).toBe(false);
  expect(isUncollectable(due, aBilling(due), daysOn(14))).toBe(true);
  expect(isUncollectable({ ...due, status: "unpaid" }, aBilling(), daysOn(0))).toBe(true);
  expect(isUncollectable({ ...due, status: "active" }, aBilling(), daysOn(40))).toBe(false);
});

describe("isReversed", () => {
  const money = (kept: number, returned: number) => aRecurringPurchase({ funding: createCardFunding(kept, returned) });

  test.each([
    ["nothing was paid", false, money(0, 0)],
    ["the whole payment was kept", false, money(999, 0)],
    ["the whole payment was returned", true, money(0, 999)],
    ["the renewal was returned and a small difference kept", true, money(100, 999)],
    ["a small difference was returned and the renewal kept", false, money(999, 100)],
    ["exactly half was returned", false, money(500, 500)],
    ["slightly more than half was returned", true, money(499, 500)],
  ])("if %s, returns %s", (_, isGone, purchase) => {
    expect(isReversed(purchase)).toBe(isGone);
  });
});
