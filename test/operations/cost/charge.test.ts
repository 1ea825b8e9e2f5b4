import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculateCharge, type Rate } from "../../../operations/cost/charge.ts";
import { cognitoPrice, meters, prices } from "../../../operations/cost/prices.ts";

const endless = Number.POSITIVE_INFINITY;

const rates: fc.Arbitrary<Rate> = fc
  .record({
    free: fc.nat(50),
    ends: fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 4 }),
    each: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ free, ends, each }) => ({
    free,
    tiers: [...ends.sort((one, other) => one - other), endless].map((upTo, at) => ({ upTo, each: each[at] ?? 1 })),
  }));

function chargedOneByOne(units: number, { free, tiers }: Rate): number {
  let charge = 0;
  for (let paid = 1; paid <= units - free; paid += 1) charge += tiers.find(({ upTo }) => paid <= upTo)?.each ?? 0;
  return charge;
}

describe("a charge", () => {
  test("is the sum of the prices of the units above the free tier", () => {
    fc.assert(
      fc.property(rates, fc.nat(500), (rate, units) => {
        expect(calculateCharge(units, rate)).toBeCloseTo(chargedOneByOne(units, rate), 6);
      }),
    );
  });

  test("is zero within the free tier, and does not decrease with more usage", () => {
    fc.assert(
      fc.property(rates, fc.nat(500), fc.nat(500), (rate, units, more) => {
        expect(calculateCharge(Math.min(units, rate.free), rate)).toBe(0);
        expect(calculateCharge(units + more, rate)).toBeGreaterThanOrEqual(calculateCharge(units, rate));
      }),
    );
  });

  test("is refused for negative amounts and for amounts without a price", () => {
    const rate = { free: 1, tiers: [{ upTo: 10, each: 1 }] };
    expect(calculateCharge(11, rate)).toBe(10);
    for (const units of [-1, Number.NaN, 12]) expect(() => calculateCharge(units, rate)).toThrow(RangeError);
  });

  // AWS's example has 432 million calls of an HTTP API: https://aws.amazon.com/api-gateway/pricing/
  test("of 432 million requests equals AWS's own example", () => {
    expect(calculateCharge(432e6, prices["http-requests"])).toBeCloseTo(300 + 132 * 0.9, 6);
  });

  // In the WebSocket example on the same page, 1,000 users are connected for 12 hours a day on 30 days.
  test("of connection minutes equals AWS's own example for a thousand users", () => {
    expect(calculateCharge(1000 * 12 * 60 * 30, prices["channel-minutes"])).toBeCloseTo(5.4, 6);
  });
});

describe("the price list", () => {
  test.each([...meters.map((meter) => ({ meter, price: prices[meter] })), { meter: "cognito", price: cognitoPrice }])(
    "has, for $meter, a date, ordered tiers, and prices that do not rise",
    ({ price: { tiers, source } }) => {
      const ends = tiers.map(({ upTo }) => upTo);
      expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other));
      expect(ends.at(-1)).toBe(endless);
      const each = tiers.map((tier) => tier.each);
      expect(each).toEqual([...each].sort((one, other) => other - one));
      expect("read" in source ? source.read : source.known).toMatch(/^20\d\d-\d\d-\d\d$/);
    },
  );
});
