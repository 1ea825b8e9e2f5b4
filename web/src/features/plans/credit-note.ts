import { formatPrice } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";

/** Explains a learner's credit or debt beside a choice of plan; null without either. */
export function creditNote({ credit_cents = 0 }: Subscription, billing: Billing): string | null {
  if (credit_cents < 0) {
    return `You owe ${formatPrice(-credit_cents)} from an earlier plan. It is added to the next bill of a plan that renews.`;
  }
  if (credit_cents === 0) return null;
  const credit = `Your credit of ${formatPrice(credit_cents)}`;
  return billing === "monthly"
    ? `${credit} is used for the next bills first.`
    : `${credit} does not pay for single months. It stays for a plan that renews.`;
}
