import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatPrice, planCatalogue, planName, planTypes } from "../../../domain/plans/plan.ts";

test("the plan catalogue lists four plans with their features", () => {
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

test("the plan catalogue lists every plan type once, cheapest first", () => {
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

test("the plan catalogue recommends only pro", () => {
  expect(planCatalogue.filter(({ recommended }) => recommended).map(({ type }) => type)).toEqual(["pro"]);
});

test("the free plan's button is Get Started, and each other button names its plan", () => {
  expect(planCatalogue.map(({ callToAction }) => callToAction)).toEqual([
    "Get Started",
    "Choose Plus",
    "Choose Pro",
    "Choose Premium",
  ]);
});

test("planName returns the catalogue's name of each plan", () => {
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
])("formatPrice writes %i cents as %s", (cents, text) => {
  expect(formatPrice(cents)).toBe(text);
});

test("formatPrice writes the exact cents with two decimals or none", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (cents) => {
      const text = formatPrice(cents);
      expect(text).toMatch(/^\$\d+(\.\d\d)?$/);
      expect(Math.round(Number(text.slice(1)) * 100)).toBe(cents);
    }),
  );
});
