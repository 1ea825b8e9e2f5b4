import { planCatalogue } from "../../domain/plan.ts";
import { billings, paidPlanTypes, priceLookupKey } from "../../domain/price.ts";
import type { Account } from "./account.ts";
import { addPrice, findPrice } from "./prices.ts";
import { addProduct } from "./products.ts";

/** Makes the product's plans and their prices, as far as they are missing. */
export function ensureCatalogue(account: Account): void {
  for (const type of paidPlanTypes) {
    const plan = planCatalogue.find((candidate) => candidate.type === type);
    const missing = billings.filter((billing) => !findPrice(account, priceLookupKey(type, billing)));
    if (!plan || missing.length === 0) continue;
    const [known] = billings.flatMap((billing) => findPrice(account, priceLookupKey(type, billing)) ?? []);
    const product =
      known?.product ?? addProduct(account, { name: `Parlance ${plan.name}`, metadata: { plan: type } }).id;
    for (const billing of missing) {
      addPrice(account, {
        product,
        unitAmount: plan.monthlyCents,
        currency: "usd",
        months: billing === "monthly" ? 1 : null,
        lookupKey: priceLookupKey(type, billing),
      });
    }
  }
}
