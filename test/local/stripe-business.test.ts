import { expect, test } from "vitest";
import { planCatalogue } from "../../domain/plans/plan.ts";
import { startParlanceStripe } from "../support/stripe-fixture.ts";

test("the local Stripe sells every paid plan monthly and as a single month, at the domain's price", async () => {
  const { sdk, openPortal } = await startParlanceStripe();
  const { data } = await sdk.prices.list({ limit: 100, expand: ["data.product"] });
  const sold = data.map(({ lookup_key, unit_amount, currency, recurring, product }) => [
    lookup_key,
    unit_amount,
    currency,
    recurring?.interval ?? "once",
    typeof product === "string" || product.deleted ? product : [product.name, product.metadata["plan"]],
  ]);
  const expected = planCatalogue
    .filter(({ type }) => type !== "free")
    .flatMap(({ type, name, monthlyCents }) => [
      [`parlance_${type}_monthly`, monthlyCents, "usd", "month", [`Parlance ${name}`, type]],
      [`parlance_${type}_once`, monthlyCents, "usd", "once", [`Parlance ${name}`, type]],
    ]);
  expect(expected).toHaveLength(6);
  expect(sold.toSorted()).toEqual(expected.toSorted());
  const { id } = await sdk.customers.create();
  expect(await openPortal(id)).toMatchObject({ customer: id });
});
