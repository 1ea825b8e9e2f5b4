import { formatPrice, type PaidPlanType, planCatalogue, planName } from "../../../../domain/plan.ts";
import { formatDate, type Subscription } from "../../../../domain/subscription.ts";

function priceOf(planType: PaidPlanType): string {
  return formatPrice(planCatalogue.find(({ type }) => type === planType)?.monthlyCents ?? 0);
}

/** What becomes of the plan that renews, in the order in which it happens. */
export function changeTerms({ plan_type, active, end_date }: Subscription, to: PaidPlanType): string[] {
  const resumed = active ? [] : ["Your cancellation is taken back."];
  const next = end_date === null ? "" : `, next on ${formatDate(end_date)}`;
  const renewal = `It renews at ${priceOf(to)} per month${next}, until you cancel.`;
  if (plan_type === to) return [`Your ${planName(to)} plan goes on. Nothing is charged today.`, renewal];
  const change = `Your plan changes from ${planName(plan_type)} to ${planName(to)} at once.`;
  const money = "Stripe charges your card the difference for the rest of the month, or credits it to you.";
  return [`${change} ${money}`, ...resumed, renewal];
}
