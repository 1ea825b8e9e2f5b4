import { firstBilledAt } from "../../../../domain/plans/entitlement.ts";
import { formatPrice, type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { countDays } from "../../../../domain/plans/plan-badge.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { billedCents, centsOf, monthBehindPlan, renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import { type Billing, leastChargeCents } from "../../../../domain/plans/price.ts";
import { hasPaidAccess, isRecurring, remainingDays, type Subscription } from "../../../../domain/plans/subscription.ts";
import type { Offer } from "./offers.ts";

/** When the free plan can be chosen by somebody whose paid one is in force. */
function freeNote(subscription: Subscription, now: Date): string {
  const { active, end_date, renewal_failed } = subscription;
  if (renewal_failed) return "You can choose Free once your plan has ended.";
  const renews = active && isRecurring(subscription);
  if (renews || end_date === null) {
    return "Cancel your plan first, in your profile. Once it has ended, you can choose Free.";
  }
  return `You can choose Free when your plan ends, on ${formatMoment(end_date, now)}.`;
}

/**
 * Returns the effect of an offer's button, or the reason for its absence, for a learner with a plan in force; null where
 * the button's label is enough.
 */
export function offerNote(offer: Offer, subscription: Subscription, now: Date): string | null {
  switch (offer.kind) {
    case "refuse-free":
      return freeNote(subscription, now);
    case "none":
      return offer.because === "payment-open"
        ? "No plan can be chosen while a payment is open."
        : "A plan that renews can be chosen once your cancelled plan has ended.";
    case "change":
    case "resume":
      return changeTerms(subscription, offer.planType, now)[0] ?? null;
    case "buy":
      return "Leads to the page on which to pay for it every month.";
    case "add-month":
      return "Leads to the page on which to pay for one month more.";
    case "current":
    case "choose-free":
    case "waiting":
    case "pending":
      return null;
  }
}

/** Returns a sentence on the access that remains if a plan is bought with this billing; empty where access does not end. */
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

/** The amount of the next bill of a plan that renews, with the reason where it is not the price. */
export function billText({ plan_type, credit_cents = 0 }: Subscription): string {
  const amount = formatPrice(billedCents(plan_type, { credit_cents }));
  if (credit_cents === 0) return amount;
  const price = formatPrice(centsOf(plan_type));
  return credit_cents > 0
    ? `${amount} (${price} less your credit of ${formatPrice(credit_cents)})`
    : `${amount} (${price} and ${formatPrice(-credit_cents)} still owed)`;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the difference for the rest of the month may be too little for Stripe to charge it. */
function mayBeTooLittle({ plan_type, end_date }: Subscription, to: PaidPlanType, now: Date): boolean {
  if (end_date === null) return false;
  const share = (Date.parse(end_date) - now.getTime()) / monthMs;
  return (centsOf(to) - centsOf(plan_type)) * share < 2 * leastChargeCents;
}

/** Returns the sentence on the charge of a change. */
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

/** Returns the effects of a change of the renewing plan, in their order. */
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

/** An amount that is asked for, in words; empty where it is not known. */
export const owed = ({ owed_cents }: Subscription) => (owed_cents ? ` of ${formatPrice(owed_cents)}` : "");

function chargeTerms(subscription: Subscription): string[] {
  if (!isRecurring(subscription)) return [];
  if (subscription.first_billed_at) return ["It will not begin, and nothing more is charged."];
  return ["It will not renew, and nothing more is charged."];
}

function creditTerms({ credit_cents = 0 }: Subscription): string[] {
  if (credit_cents <= 0) return [];
  return [
    `Your credit of ${formatPrice(credit_cents)} stays: it lowers the bills of a plan that renews, should you choose one later.`,
  ];
}

/** Returns the effects of a cancellation, one or two sentences a line. */
export function cancelTerms(subscription: Subscription, now: Date): string[] {
  if (subscription.renewal_failed) {
    return [
      `Your last payment${owed(subscription)} was not made. If you cancel, it is no longer asked for, nothing more is charged, and your access ends at once.`,
      ...creditTerms(subscription),
    ];
  }
  const days = remainingDays(subscription, now);
  const { end_date } = subscription;
  if (days === null || end_date === null) return chargeTerms(subscription);
  const resuming = isRecurring(subscription)
    ? "Until then you can resume this one, unless you buy a month to follow it."
    : "Until then you can resume this one.";
  return [
    ...chargeTerms(subscription),
    `You keep access until ${formatMoment(end_date, now)}, for ${countDays(days)}. After that you can choose the free plan. ${resuming}`,
    ...creditTerms(subscription),
  ];
}

/** Returns the message after a cancellation, with the end of access. */
export function cancelledText(subscription: Subscription, now: Date): string {
  if (!hasPaidAccess(subscription, now)) return "Your plan has ended, and the open payment is no longer asked for.";
  const days = remainingDays(subscription, now);
  if (days === null || subscription.end_date === null) return "Your plan has been cancelled.";
  return `You keep access for ${countDays(days)}, until ${formatMoment(subscription.end_date, now)}.`;
}

/** Returns the message after a cancelled plan was resumed. */
export function resumedText(subscription: Subscription, now: Date): string {
  if (subscription.end_date === null) return "Your plan goes on.";
  const date = formatMoment(subscription.end_date, now);
  if (!isRecurring(subscription)) return `Your plan goes on until ${date}.`;
  return `Your plan goes on and ${subscription.first_billed_at ? "is first billed" : "renews"} on ${date}.`;
}
