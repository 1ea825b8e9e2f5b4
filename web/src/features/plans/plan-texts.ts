import { firstBilledAt } from "../../../../domain/plans/entitlement.ts";
import { formatPrice, type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { formatDays } from "../../../../domain/plans/plan-badge.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { monthAfterPlan, monthlyCentsOf, nextBillOf, renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { hasPaidAccess, isRecurring, remainingDays, type Subscription } from "../../../../domain/plans/subscription.ts";
import type { Offer } from "./offers.ts";

function freeNote(subscription: Subscription): string {
  const { active, end_date, renewal_failed } = subscription;
  const after = "You can choose Free after your access has ended.";
  const renews = active && isRecurring(subscription) && !renewal_failed;
  return renews || end_date === null ? `Cancel your plan in your profile. ${after}` : after;
}

/** The reason why a plan cannot be chosen. */
export function offerNote(offer: Offer, subscription: Subscription): string | null {
  if (offer.kind === "refuse-free") return freeNote(subscription);
  if (offer.kind !== "none") return null;
  return offer.because === "payment-open"
    ? "Your last payment failed."
    : "You can choose a monthly plan after your cancelled plan has ended.";
}

export function remainingAccessText(subscription: Subscription, billing: Billing, now: Date): string {
  const { end_date } = subscription;
  if (end_date === null) return "";
  const end = formatMoment(end_date, now);
  // A plan that was cancelled before its start gives no access. Only the single months before that start give access.
  if (isRecurring(subscription) && !subscription.called_off) {
    return `Your cancelled plan ends on ${end}.${billing === "once" ? " A single month that you add now starts then." : ""}`;
  }
  if (billing === "once") return `Your paid time ends on ${end}. A month that you add now starts then.`;
  const month = monthAfterPlan(subscription, now);
  if (month) {
    const begins = formatMoment(month.starts_at, now);
    return `You can choose a monthly plan from ${begins}, when your month of ${planName(month.plan_type)} starts.`;
  }
  return firstBilledAt(end_date, now) === null && !subscription.called_off
    ? `Your paid time ends on ${end}. A monthly plan is billed at once.`
    : `A monthly plan is first billed on ${end}, when your paid time ends.`;
}

export function creditNote({ credit_cents = 0 }: Subscription, billing: Billing): string | null {
  if (credit_cents < 0) {
    return `You owe ${formatPrice(-credit_cents)}. This amount is added to the next payment of a monthly plan.`;
  }
  if (credit_cents === 0) return null;
  const credit = `Your credit of ${formatPrice(credit_cents)}`;
  return billing === "monthly"
    ? `${credit} reduces the payments of a monthly plan.`
    : `${credit} does not pay for single months.`;
}

export function billText({ plan_type, credit_cents = 0 }: Subscription): string {
  const { cents, postponedCents } = nextBillOf(plan_type, { credit_cents });
  const amount = formatPrice(cents);
  if (credit_cents === 0) return amount;
  const price = formatPrice(monthlyCentsOf(plan_type));
  const rest =
    postponedCents > 0 ? `; the remaining ${formatPrice(postponedCents)} is added to the following payment` : "";
  return credit_cents > 0
    ? `${amount} (${price} less your credit of ${formatPrice(credit_cents)}${rest})`
    : `${amount} (${price} and the ${formatPrice(-credit_cents)} that you owe)`;
}

function moneyTerm(subscription: Subscription, to: PaidPlanType): string {
  const { credit_cents = 0 } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  // The first payment is part of `renewalTerm`.
  if (first_billed_at) return "";
  if (monthlyCentsOf(to) < monthlyCentsOf(plan_type)) {
    return " The difference for the rest of the month reduces your next payments.";
  }
  const debt = credit_cents < 0 ? ` and the ${formatPrice(-credit_cents)} that you owe` : "";
  const credit = credit_cents > 0 ? ` Your credit of ${formatPrice(credit_cents)} is used first.` : "";
  return ` You pay the difference for the rest of the month${debt}.${credit}`;
}

function renewalTerm(subscription: Subscription, to: PaidPlanType, now: Date): string {
  const { end_date } = subscription;
  const { first_billed_at } = renewingPlan(subscription);
  const price = `${formatPrice(monthlyCentsOf(to))} per month`;
  if (first_billed_at) {
    return `The first payment is on ${formatMoment(first_billed_at, now)}. The plan then renews at ${price} until you cancel.`;
  }
  const next = end_date === null ? "" : `, next on ${formatMoment(end_date, now)}`;
  return `The plan renews at ${price}${next}, until you cancel.`;
}

function creditTerm(subscription: Subscription, to: PaidPlanType): string[] {
  const { credit_cents = 0 } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  const isSpentNow = first_billed_at === undefined && monthlyCentsOf(to) > monthlyCentsOf(plan_type);
  return credit_cents > 0 && !isSpentNow
    ? [`Your credit of ${formatPrice(credit_cents)} reduces your next payments.`]
    : [];
}

export function changeTerms(subscription: Subscription, to: PaidPlanType, now: Date): string[] {
  const { active } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  const resumed = active ? [] : ["This also undoes the cancellation of your plan."];
  const later = [renewalTerm(subscription, to, now), ...creditTerm(subscription, to)];
  if (plan_type === to) return [`This undoes the cancellation of your ${planName(to)} plan.`, ...later];
  const whose = first_billed_at === undefined ? "your plan" : "your next plan";
  const change = `This changes ${whose} from ${planName(plan_type)} to ${planName(to)}.`;
  return [`${change}${moneyTerm(subscription, to)}`, ...resumed, ...later];
}

export const amountDueText = ({ owed_cents }: Subscription) => (owed_cents ? ` of ${formatPrice(owed_cents)}` : "");

function renewalEnd(subscription: Subscription): string[] {
  if (!isRecurring(subscription)) return [];
  return [subscription.first_billed_at ? "The plan will not start." : "The plan will not renew."];
}

function creditTerms({ credit_cents = 0 }: Subscription): string[] {
  if (credit_cents <= 0) return [];
  return [`You keep your credit of ${formatPrice(credit_cents)} for a later monthly plan.`];
}

export function cancelTerms(subscription: Subscription, now: Date): string[] {
  if (subscription.renewal_failed) {
    return [
      `Your last payment${amountDueText(subscription)} failed. If you cancel, the payment is cancelled too and your access ends at once.`,
      ...creditTerms(subscription),
    ];
  }
  const { end_date } = subscription;
  // In the grace period after its end date, the plan may already be renewed.
  const isEndKnown = end_date !== null && Date.parse(end_date) > now.getTime();
  const access = isEndKnown ? [`You keep access until ${formatMoment(end_date, now)}.`] : [];
  return [...renewalEnd(subscription), ...access, ...creditTerms(subscription)];
}

export function cancelledText(subscription: Subscription, now: Date): string {
  if (!hasPaidAccess(subscription, now)) return "Your plan has ended.";
  const days = remainingDays(subscription, now);
  if (days === null || subscription.end_date === null) return "Your plan is cancelled.";
  return `You keep access for ${formatDays(days)}, until ${formatMoment(subscription.end_date, now)}.`;
}

export function resumedText(subscription: Subscription, now: Date): string {
  if (subscription.end_date === null) return "Your plan continues.";
  const date = formatMoment(subscription.end_date, now);
  if (!isRecurring(subscription)) return `Your plan continues until ${date}.`;
  return subscription.first_billed_at
    ? `The first payment is on ${date}.`
    : `Your plan continues and renews on ${date}.`;
}
