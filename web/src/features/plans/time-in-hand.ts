import { firstBilledAt } from "../../../../domain/plans/entitlement.ts";
import { planName } from "../../../../domain/plans/plan.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { monthBehindPlan } from "../../../../domain/plans/plan-outlook.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { isRecurring, type Subscription } from "../../../../domain/plans/subscription.ts";

/** What paying in a way means to a learner whose access ends, in a sentence; empty where it does not end. */
export function timeInHand(subscription: Subscription, billing: Billing, now: Date): string {
  const { end_date } = subscription;
  if (end_date === null) return "";
  const end = formatMoment(end_date, now);
  // A plan that was called off before it began takes no time: the month before it is what there is.
  if (isRecurring(subscription) && !subscription.called_off) {
    return billing === "once"
      ? `One month begins when your cancelled plan ends, on ${end}.`
      : `Your plan is cancelled and runs until ${end}. Another plan takes its place at once.`;
  }
  if (billing === "once") return `Another month begins when the one you have ends, on ${end}.`;
  const month = monthBehindPlan(subscription, now);
  if (month) {
    const begins = formatMoment(month.starts_at, now);
    return `A plan that renews can be chosen from ${begins} on, when your month of ${planName(month.plan_type)} begins. Until then your cancelled plan runs.`;
  }
  return firstBilledAt(end_date, now) === null && !subscription.called_off
    ? `A plan that renews begins today: the month you have ends too soon, on ${end}, for it to wait.`
    : `A plan that renews is first billed when the month you have ends, on ${end}. Nothing is charged before.`;
}
