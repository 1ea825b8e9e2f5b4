import { formatPrice } from "../../../../domain/plans/plan.ts";
import { billedCents, centsOf } from "../../../../domain/plans/plan-outlook.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";

/** The amount of the next bill of a plan that renews, with the reason where it is not the price. */
export function billText({ plan_type, credit_cents = 0 }: Subscription): string {
  const amount = formatPrice(billedCents(plan_type, { credit_cents }));
  if (credit_cents === 0) return amount;
  const price = formatPrice(centsOf(plan_type));
  return credit_cents > 0
    ? `${amount} (${price} less your credit of ${formatPrice(credit_cents)})`
    : `${amount} (${price} and ${formatPrice(-credit_cents)} still owed)`;
}
