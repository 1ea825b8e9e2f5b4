import { formatPrice, planName } from "../../../../domain/plans/plan.ts";
import { centsOf, planNow, stagesAhead } from "../../../../domain/plans/plan-outlook.ts";
import { hasPaidAccess, type Subscription } from "../../../../domain/plans/subscription.ts";

function planTerms(subscription: Subscription, now: Date): string[] {
  if (!hasPaidAccess(subscription, now)) return [];
  const plans = [planNow(subscription, now), ...stagesAhead(subscription, now).map(({ plan_type }) => plan_type)];
  const names = [...new Set(plans.map(planName))].join(" and ");
  const [subject, verb] = names.includes(" and ") ? ["plans", "end"] : ["plan", "ends"];
  return [`Your ${names} ${subject} ${verb} at once. What is left is not refunded, and nothing more is charged.`];
}

function debitTerms({ pending }: Subscription): string[] {
  if (!pending) return [];
  const { plan_type, billing, cents = centsOf(plan_type) } = pending;
  const purchase = billing === "once" ? `a month of ${planName(plan_type)}` : planName(plan_type);
  return [
    `Your bank is still paying ${formatPrice(cents)} for ${purchase}. If the money arrives after the deletion, it is refunded in full.`,
  ];
}

function creditTerms({ credit_cents = 0 }: Subscription): string[] {
  return credit_cents > 0 ? [`Your credit of ${formatPrice(credit_cents)} is lost. It is not paid out.`] : [];
}

/** Explains the effect of deleting an account on plans and money, a sentence or two in a line. */
export function deletionTerms(subscription: Subscription | null, now: Date): string[] {
  if (!subscription) return [];
  return [...planTerms(subscription, now), ...debitTerms(subscription), ...creditTerms(subscription)];
}
