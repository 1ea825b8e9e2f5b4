import { formatPrice, type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { centsOf, renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import { leastChargeCents } from "../../../../domain/plans/price.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the difference for the rest of the month may be too little for Stripe to charge it. */
function mayBeTooLittle({ plan_type, end_date }: Subscription, to: PaidPlanType, now: Date): boolean {
  if (end_date === null) return false;
  const share = (Date.parse(end_date) - now.getTime()) / monthMs;
  return (centsOf(to) - centsOf(plan_type)) * share < 2 * leastChargeCents;
}

/** What a change costs now. */
function moneyTerm(subscription: Subscription, to: PaidPlanType, now: Date): string {
  const { credit_cents = 0 } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  if (first_billed_at) return `Nothing is charged before ${formatMoment(first_billed_at, now)}.`;
  if (centsOf(to) < centsOf(plan_type)) {
    return "Nothing is charged. The difference for the rest of the month is credited to you and lowers your next bills.";
  }
  const less = credit_cents > 0 ? `, less your credit of ${formatPrice(credit_cents)}` : "";
  const later = ` Less than ${formatPrice(leastChargeCents)} is added to your next bill instead.`;
  const charge = `Stripe charges your card the difference for the rest of the month${less}.`;
  return mayBeTooLittle(subscription, to, now) ? charge + later : charge;
}

function renewalTerm(subscription: Subscription, to: PaidPlanType, now: Date): string {
  const { end_date } = subscription;
  const { first_billed_at } = renewingPlan(subscription);
  const price = `${formatPrice(centsOf(to))} per month`;
  if (first_billed_at) {
    return `It is first billed on ${formatMoment(first_billed_at, now)}, then renews at ${price}, until you cancel.`;
  }
  const next = end_date === null ? "" : `, next on ${formatMoment(end_date, now)}`;
  return `It renews at ${price}${next}, until you cancel.`;
}

function creditTerm(subscription: Subscription, to: PaidPlanType): string[] {
  const { credit_cents = 0 } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  const isSpentNow = first_billed_at === undefined && centsOf(to) > centsOf(plan_type);
  return credit_cents > 0 && !isSpentNow
    ? [`Your credit of ${formatPrice(credit_cents)} is used for the next bills first.`]
    : [];
}

/** What becomes of the plan that renews, in the order in which it happens. */
export function changeTerms(subscription: Subscription, to: PaidPlanType, now: Date): string[] {
  const { active } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  const resumed = active ? [] : ["Your cancellation is taken back."];
  const later = [renewalTerm(subscription, to, now), ...creditTerm(subscription, to)];
  if (plan_type === to) return [`Your ${planName(to)} plan goes on. Nothing is charged today.`, ...later];
  const whose = first_billed_at === undefined ? "Your plan" : "The plan that follows your month";
  const change = `${whose} changes from ${planName(plan_type)} to ${planName(to)} at once.`;
  return [`${change} ${moneyTerm(subscription, to, now)}`, ...resumed, ...later];
}
