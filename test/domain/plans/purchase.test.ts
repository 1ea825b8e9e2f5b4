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

describe("a recurring purchase that blocks another", () => {
  test("is one that is active, in trial, past due or unpaid", () => {
    const live = recurringStatuses.filter((status) => isLiveRecurring(aRecurringPurchase({ status })));
    expect(new Set(live)).toEqual(new Set(["trialing", "active", "past_due", "unpaid"]));
  });

  test("comes first if it is the oldest, in any order of the list", () => {
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

test("isUncollectable returns true only if a plan is unpaid or past due beyond its grace period", () => {
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
    ["nothing was paid", money(0, 0), false],
    ["all of it was kept", money(999, 0), false],
    ["all of it was returned", money(0, 999), true],
    ["the renewal was returned, and a small difference kept", money(100, 999), true],
    ["a small difference was returned, and the renewal kept", money(999, 100), false],
    ["just half of it was returned", money(500, 500), false],
    ["a cent more than half was returned", money(499, 500), true],
  ])("is true only if most of the money was returned: %s", (_, purchase, isGone) => {
    expect(isReversed(purchase)).toBe(isGone);
  });
});
