import { describe, expect, test } from "vitest";
import {
  isLiveRecurring,
  isReversed,
  isUncollectable,
  liveRecurring,
  recurringStatuses,
} from "../../domain/purchase.ts";
import { held, recurring } from "./purchases.ts";

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

test("only what is unpaid, or past due for longer than it is tried, is beyond collecting", () => {
  const start = Date.parse("2027-01-01T00:00:00.000Z");
  const due = recurring({ status: "past_due", periodStart: new Date(start).toISOString() });
  const daysOn = (days: number) => new Date(start + days * 86_400_000);
  expect(isUncollectable(due, daysOn(13.9))).toBe(false);
  expect(isUncollectable(due, daysOn(14))).toBe(true);
  expect(isUncollectable({ ...due, status: "unpaid" }, daysOn(0))).toBe(true);
  expect(isUncollectable({ ...due, status: "active" }, daysOn(40))).toBe(false);
});

describe("the money of a period", () => {
  const payments = (...of: [cents: number, reversed: boolean][]) =>
    recurring({ payments: of.map(([cents, reversed]) => ({ cents, reversed })) });

  test.each([
    ["nothing was paid by card", payments(), false],
    ["all of it is there", payments([999, false]), false],
    ["its only payment is gone", payments([999, true]), true],
    ["the renewal is gone, and a small difference is left", payments([999, true], [100, false]), true],
    ["a small difference is gone, and the renewal is left", payments([999, false], [100, true]), false],
    ["a difference is gone that was more than the renewal", payments([999, false], [1990, true]), true],
    ["just half of it is gone", payments([500, false], [500, true]), false],
    ["all of it is gone", payments([999, true], [100, true]), true],
  ])("when %s", (_, purchase, reversed) => {
    expect(isReversed(purchase)).toBe(reversed);
  });
});
