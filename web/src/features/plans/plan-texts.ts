import { firstBilledAt } from "../../../../domain/plans/entitlement.ts";
import { formatPrice, type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { formatDays } from "../../../../domain/plans/plan-badge.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { monthAfterPlan, monthlyCentsOf, nextBillOf, renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import { type Billing, minChargeCents } from "../../../../domain/plans/price.ts";
import { hasPaidAccess, isRecurring, remainingDays, type Subscription } from "../../../../domain/plans/subscription.ts";
import type { Offer } from "./offers.ts";

function freeNote(subscription: Subscription, now: Date): string {
  const { active, end_date, pending, renewal_failed } = subscription;
  if (renewal_failed) return "You can choose Free after your plan has ended.";
  const renews = active && isRecurring(subscription);
  if (renews || end_date === null) {
    return "Cancel your plan in your profile first. You can choose Free after your plan has ended.";
  }
  // A waiting bank payment may still extend the access.
  if (pending) return "You can choose Free after your plan has ended.";
  return `You can choose Free when your plan ends, on ${formatMoment(end_date, now)}.`;
}

export function offerNote(offer: Offer, subscription: Subscription, now: Date): string | null {
  switch (offer.kind) {
    case "refuse-free":
      return freeNote(subscription, now);
    case "none":
      return offer.because === "payment-open"
        ? "Your last payment failed. Pay it or cancel your plan before you choose another plan."
        : "You can choose a monthly plan after your cancelled plan has ended.";
    case "change":
    case "resume":
      return changeTerms(subscription, offer.planType, now)[0] ?? null;
    case "buy":
      return "Opens the payment page. You pay every month.";
    case "add-month":
      return "Opens the payment page. You pay once, for one more month.";
    case "current":
    case "choose-free":
    case "waiting":
    case "pending":
      return null;
  }
}

export function remainingAccessText(subscription: Subscription, billing: Billing, now: Date): string {
  const { end_date } = subscription;
  if (end_date === null) return "";
  const end = formatMoment(end_date, now);
  // A plan that was cancelled before its start gives no access. Only the single months before that start give access.
  if (isRecurring(subscription) && !subscription.called_off) {
    return billing === "once"
      ? `Your cancelled plan ends on ${end}. A single month starts after that.`
      : `Your plan is cancelled and runs until ${end}. If you change to another plan now, it usually replaces your plan at once.`;
  }
  if (billing === "once") return `Your paid time ends on ${end}. Another month starts after that.`;
  const month = monthAfterPlan(subscription, now);
  if (month) {
    const begins = formatMoment(month.starts_at, now);
    return `You can choose a monthly plan from ${begins}, when your month of ${planName(month.plan_type)} starts. Until then, your cancelled plan runs.`;
  }
  return firstBilledAt(end_date, now) === null && !subscription.called_off
    ? `A monthly plan is billed at once, because your paid time ends soon: on ${end}.`
    : `The first payment of a monthly plan is on ${end}, when your paid time ends.`;
}

export function creditNote({ credit_cents = 0 }: Subscription, billing: Billing): string | null {
  if (credit_cents < 0) {
    return `You owe ${formatPrice(-credit_cents)}. You pay this amount with a monthly plan.`;
  }
  if (credit_cents === 0) return null;
  const credit = `Your credit of ${formatPrice(credit_cents)}`;
  return billing === "monthly"
    ? `${credit} reduces your next payments.`
    : `${credit} does not pay for single months. You keep it for a monthly plan.`;
}

export function billText({ plan_type, credit_cents = 0 }: Subscription): string {
  const { cents, postponedCents } = nextBillOf(plan_type, { credit_cents });
  const amount = formatPrice(cents);
  if (credit_cents === 0) return amount;
  const price = formatPrice(monthlyCentsOf(plan_type));
  const rest =
    postponedCents > 0 ? `. The remaining ${formatPrice(postponedCents)} is part of the payment after that` : "";
  return credit_cents > 0
    ? `${amount} (${price} less your credit of ${formatPrice(credit_cents)}${rest})`
    : `${amount} (${price} and the ${formatPrice(-credit_cents)} that you owe)`;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** True if the price difference for the rest of the month, less credit, may be below Stripe's minimum charge. */
function mayBeTooLittle(subscription: Subscription, to: PaidPlanType, now: Date): boolean {
  const { plan_type, end_date, credit_cents = 0 } = subscription;
  if (end_date === null) return false;
  const share = (Date.parse(end_date) - now.getTime()) / monthMs;
  const cents = (monthlyCentsOf(to) - monthlyCentsOf(plan_type)) * share - credit_cents;
  // If the credit clearly exceeds the difference, nothing is left to charge.
  return Math.abs(cents) < 2 * minChargeCents;
}

function moneyTerm(subscription: Subscription, to: PaidPlanType, now: Date): string {
  const { credit_cents = 0 } = subscription;
  const { plan_type, first_billed_at } = renewingPlan(subscription);
  // The first payment is part of `renewalTerm`.
  if (first_billed_at) return "";
  if (monthlyCentsOf(to) < monthlyCentsOf(plan_type)) {
    return " Nothing is charged. The difference for the rest of the month reduces your next payments.";
  }
  const debt = credit_cents < 0 ? ` and the ${formatPrice(-credit_cents)} that you owe` : "";
  const credit = credit_cents > 0 ? ` Your credit of ${formatPrice(credit_cents)} is used first.` : "";
  const later = mayBeTooLittle(subscription, to, now)
    ? ` An amount of less than ${formatPrice(minChargeCents)} is added to your next payment instead.`
    : "";
  return ` You pay the difference for the rest of the month${debt}.${credit}${later}`;
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
  if (plan_type === to)
    return [`This undoes the cancellation of your ${planName(to)} plan. Nothing is charged now.`, ...later];
  const whose = first_billed_at === undefined ? "your plan" : "your next plan";
  // The bank may ask for a confirmation of the charge. The plan then changes later.
  const isCharged = first_billed_at === undefined && monthlyCentsOf(to) > monthlyCentsOf(plan_type);
  const change = `This changes ${whose} from ${planName(plan_type)} to ${planName(to)}${isCharged ? ", usually" : ""} at once.`;
  return [`${change}${moneyTerm(subscription, to, now)}`, ...resumed, ...later];
}

export const amountDueText = ({ owed_cents }: Subscription) => (owed_cents ? ` of ${formatPrice(owed_cents)}` : "");

function renewalEnd(subscription: Subscription): string[] {
  if (!isRecurring(subscription)) return [];
  return [subscription.first_billed_at ? "The plan will not start." : "The plan will not renew."];
}

function creditTerms({ credit_cents = 0 }: Subscription): string[] {
  if (credit_cents <= 0) return [];
  return [
    `You keep your credit of ${formatPrice(credit_cents)}. It reduces the payments of a monthly plan that you choose later.`,
  ];
}

export function cancelTerms(subscription: Subscription, now: Date): string[] {
  if (subscription.renewal_failed) {
    return [
      `Your last payment${amountDueText(subscription)} failed. If you cancel, you no longer have to pay it. Your access ends at once.`,
      ...creditTerms(subscription),
    ];
  }
  const days = remainingDays(subscription, now);
  const { end_date } = subscription;
  if (days === null || end_date === null) return renewalEnd(subscription);
  const resuming = isRecurring(subscription)
    ? "Until then, you can resume your plan, unless you buy a single month to follow it."
    : "Until then, you can resume your plan.";
  return [
    ...renewalEnd(subscription),
    `You keep access until ${formatMoment(end_date, now)}, for ${formatDays(days)}. ${resuming} After your access has ended, you can choose the free plan.`,
    ...creditTerms(subscription),
  ];
}

export function cancelledText(subscription: Subscription, now: Date): string {
  if (!hasPaidAccess(subscription, now))
    return "Your plan has ended. If a payment failed, you no longer have to pay it.";
  const days = remainingDays(subscription, now);
  if (days === null || subscription.end_date === null) return "Your plan is cancelled.";
  return `You keep access for ${formatDays(days)}, until ${formatMoment(subscription.end_date, now)}.`;
}

export function resumedText(subscription: Subscription, now: Date): string {
  if (subscription.end_date === null) return "Your plan continues.";
  const date = formatMoment(subscription.end_date, now);
  if (!isRecurring(subscription)) return `Your plan continues until ${date}.`;
  return subscription.first_billed_at
    ? `Your plan is no longer cancelled. The first payment is on ${date}.`
    : `Your plan continues and renews on ${date}.`;
}
