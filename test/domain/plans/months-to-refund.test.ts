import { describe, expect, test } from "vitest";
import { monthsToRefund, monthsWithRemainder } from "../../../domain/plans/months-to-refund.ts";
import type { SinglePurchase } from "../../../domain/plans/purchase.ts";
import { held, recurring } from "./purchases.ts";

const day = (date: string) => `2027-${date}T00:00:00.000Z`;
const month = (paidAt: string, fields: Partial<SinglePurchase> = {}): SinglePurchase => ({
  ...{ id: "pi_1", plan: "plus", paidAt: day(paidAt), cents: 999, returnedCents: 0, givenBackAt: null },
  ...fields,
});
const idsAt = (date: string, ...[plan, ...single]: [ReturnType<typeof recurring>, ...SinglePurchase[]]) =>
  monthsToRefund({ ...held(plan), single }, new Date(day(date))).map(({ purchaseId }) => purchaseId);

describe("months for which a plan leaves no time", () => {
  const plan = recurring();

  test("are those that would wait behind a plan that renews", () => {
    expect(idsAt("01-15", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("are none behind a plan that ends", () => {
    expect(idsAt("01-15", recurring({ endsAt: day("02-01") }), month("01-10"))).toEqual([]);
  });

  test("are none that have begun when the plan is not renewed in time", () => {
    expect(idsAt("02-01", plan, month("01-10"))).toEqual([]);
    expect(idsAt("01-31", plan, month("01-10"))).toEqual(["pi_1"]);
  });

  test("are those whose time a later plan bills again, unless less is left than a plan can wait for", () => {
    const later = (billedFrom: string) => recurring({ createdAt: day(billedFrom), billedFrom: day(billedFrom) });
    const ofJanuary = month("01-01");
    expect(idsAt("01-20", later("01-20"), ofJanuary)).toEqual(["pi_1"]);
    expect(idsAt("01-31", later("01-31"), ofJanuary)).toEqual([]);
    expect(idsAt("01-20", later("01-01"), month("01-02", { paidAt: day("01-01") }))).toHaveLength(1);
  });
});

test("a month has a remainder to return if most of its payment went back, and not all", () => {
  const remaining = (returnedCents: number) =>
    monthsWithRemainder({ ...held(), single: [month("01-01", { returnedCents })] }).length;
  expect([0, 400, 600, 998, 999].map(remaining)).toEqual([0, 0, 1, 1, 0]);
});
