import * as z from "zod/mini";
import { type PaidPlanType, planTypes } from "./plan.ts";

/** How a paid plan is bought: renewed every month, or one month once. */
export const billings = ["monthly", "once"] as const;
export const Billing = z.enum(billings);
export type Billing = z.infer<typeof Billing>;

/** The paid plans, in ascending order. */
export const paidPlanTypes: readonly PaidPlanType[] = planTypes.filter((type) => type !== "free");
export const PaidPlan = z.enum(paidPlanTypes);

/** The name under which the payment provider knows a price, so that no id is configured by hand. */
export function priceLookupKey(plan: PaidPlanType, billing: Billing): string {
  return `parlance_${plan}_${billing}`;
}

/** The plan and billing that a lookup key stands for; null for a key that is not of this product. */
export function parseLookupKey(key: string): { plan: PaidPlanType; billing: Billing } | null {
  const [product, plan, billing, ...rest] = key.split("_");
  const known = PaidPlan.safeParse(plan);
  const way = Billing.safeParse(billing);
  return product === "parlance" && rest.length === 0 && known.success && way.success
    ? { plan: known.data, billing: way.data }
    : null;
}

/**
 * Less than this is not charged, but added to the next bill, in US cents:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const minChargeCents = 50;
