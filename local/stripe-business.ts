import { planCatalogue } from "../domain/plans/plan.ts";
import { billings, paidPlanTypes, priceLookupKey } from "../domain/plans/price.ts";
import { portalMetadata } from "../domain/plans/stripe.ts";
import type { Business } from "../fakes/stripe/stripe.ts";

const products = paidPlanTypes.flatMap((type) => {
  const plan = planCatalogue.find((candidate) => candidate.type === type);
  if (!plan) return [];
  const prices = billings.map((billing) => ({
    lookupKey: priceLookupKey(type, billing),
    cents: plan.monthlyCents,
    isMonthly: billing === "monthly",
  }));
  return [{ name: `Parlance ${plan.name}`, metadata: { plan: type }, prices }];
});

/** Parlance as the fake of Stripe knows it: what `npm run stripe:setup` makes in an account at Stripe itself. */
export const stripeBusiness: Business = { name: "Parlance", products, portalMetadata };
