import { describe, expect, test } from "vitest";
import { billings, paidPlanTypes, parseLookupKey, priceLookupKey } from "../../../domain/plans/price.ts";

describe("a price's lookup key", () => {
  test("is unique for each paid plan and way of billing, and parses back to both", () => {
    const choices = paidPlanTypes.flatMap((plan) => billings.map((billing) => ({ plan, billing })));
    const keys = choices.map(({ plan, billing }) => priceLookupKey(plan, billing));
    expect(keys.map(parseLookupKey)).toEqual(choices);
    expect(new Set(keys)).toEqual(
      new Set([
        "parlance_plus_monthly",
        "parlance_plus_once",
        "parlance_pro_monthly",
        "parlance_pro_once",
        "parlance_premium_monthly",
        "parlance_premium_once",
      ]),
    );
  });

  test.each([
    "",
    "parlance",
    "parlance_plus",
    "parlance_free_monthly",
    "parlance_plus_yearly",
    "parlance_plus_monthly_2",
    "parlance_plus_monthly_",
    "_parlance_plus_monthly",
    "another_plus_monthly",
    "Parlance_Plus_Monthly",
    "parlance_toString_once",
    " parlance_plus_once",
  ])("does not parse if it is %j", (key) => {
    expect(parseLookupKey(key)).toBeNull();
  });
});
