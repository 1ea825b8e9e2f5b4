import * as z from "zod/mini";
import { type PaidPlanType, planTypes } from "./plan.ts";

/** `once` buys a single month. */
export const billings = ["monthly", "once"] as const;
export const Billing = z.enum(billings);
export type Billing = z.infer<typeof Billing>;

export const paidPlanTypes: readonly PaidPlanType[] = planTypes.filter((type) => type !== "free");
export const PaidPlan = z.enum(paidPlanTypes);

/** Prices at Stripe have lookup keys, so that no price id is configured by hand. */
export function priceLookupKey(plan: PaidPlanType, billing: Billing): string {
  return `parlance_${plan}_${billing}`;
}

export function parseLookupKey(key: string): { plan: PaidPlanType; billing: Billing } | null {
  const [product, plan, billing, ...rest] = key.split("_");
  const known = PaidPlan.safeParse(plan);
  const way = Billing.safeParse(billing);
  return product === "parlance" && rest.length === 0 && known.success && way.success
    ? { plan: known.data, billing: way.data }
    : null;
}

/**
 * In cents: Stripe's smallest charge in US dollars. Stripe adds a smaller bill to the next one:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const minChargeCents = 50;
