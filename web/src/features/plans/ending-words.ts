import { formatPrice } from "../../../../domain/plans/plan.ts";
import { countDays } from "../../../../domain/plans/plan-badge.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { hasPaidAccess, isRecurring, remainingDays, type Subscription } from "../../../../domain/plans/subscription.ts";

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

/** What becomes of a plan that is cancelled, a sentence or two in a line. */
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

/** What a learner is told when the plan has been cancelled: how long it still gives access. */
export function cancelledText(subscription: Subscription, now: Date): string {
  if (!hasPaidAccess(subscription, now)) return "Your plan has ended, and the open payment is no longer asked for.";
  const days = remainingDays(subscription, now);
  if (days === null || subscription.end_date === null) return "Your plan has been cancelled.";
  return `You keep access for ${countDays(days)}, until ${formatMoment(subscription.end_date, now)}.`;
}

/** What a learner is told when a cancelled plan goes on. */
export function resumedText(subscription: Subscription, now: Date): string {
  if (subscription.end_date === null) return "Your plan goes on.";
  const date = formatMoment(subscription.end_date, now);
  if (!isRecurring(subscription)) return `Your plan goes on until ${date}.`;
  return `Your plan goes on and ${subscription.first_billed_at ? "is first billed" : "renews"} on ${date}.`;
}
