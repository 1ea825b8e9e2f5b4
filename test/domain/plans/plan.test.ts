import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatPrice, planCatalogue, planName, planTypes } from "../../../domain/plans/plan.ts";

test("the catalogue offers free, plus, pro and premium, with the features that each promises", () => {
  expect(planCatalogue.map(({ type, features }) => [type, features])).toEqual([
    ["free", ["Basic functionality", "Limited access", "Community support"]],
    ["plus", ["All Free features", "Enhanced functionality", "Priority support"]],
    ["pro", ["All Plus features", "Advanced functionality", "Dedicated support", "Additional benefits"]],
    [
      "premium",
      ["All Pro features", "Enterprise functionality", "Custom support", "Unlimited access", "Special benefits"],
    ],
  ]);
});

test("the catalogue lists every plan type once, in the same order, cheapest first", () => {
  expect(planCatalogue.map(({ type }) => type)).toEqual(planTypes);
  const prices = planCatalogue.map(({ monthlyCents }) => monthlyCents);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});

test("the plans cost 0, 9.99, 19.99 and 29.99 dollars a month", () => {
  expect(planCatalogue.map(({ monthlyCents }) => formatPrice(monthlyCents))).toEqual([
    "$0",
    "$9.99",
    "$19.99",
    "$29.99",
  ]);
});

test("only pro is recommended", () => {
  expect(planCatalogue.filter(({ recommended }) => recommended).map(({ type }) => type)).toEqual(["pro"]);
});

test("the free plan calls with Get Started, each other plan with its name", () => {
  expect(planCatalogue.map(({ callToAction }) => callToAction)).toEqual([
    "Get Started",
    "Choose Plus",
    "Choose Pro",
    "Choose Premium",
  ]);
});

test("a plan has one name wherever it is shown", () => {
  expect(planTypes.map(planName)).toEqual(["Free", "Plus", "Pro", "Premium"]);
  for (const plan of planCatalogue) expect(plan.name).toBe(planName(plan.type));
});

test.each([
  [0, "$0"],
  [5, "$0.05"],
  [10, "$0.10"],
  [100, "$1"],
  [1050, "$10.50"],
  [100_000, "$1000"],
])("%i cents read as %s", (cents, text) => {
  expect(formatPrice(cents)).toBe(text);
});

test("a price reads back as the same number of cents, with either two decimals or none", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (cents) => {
      const text = formatPrice(cents);
      expect(text).toMatch(/^\$\d+(\.\d\d)?$/);
      expect(Math.round(Number(text.slice(1)) * 100)).toBe(cents);
    }),
  );
});
