import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { isRecurring, type Subscription } from "../../../../domain/plans/subscription.ts";
import { changeTerms } from "./change-terms.ts";
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
 * What pressing would do, or why there is nothing to press, for a learner whose plan is in force; null where the button
 * says it all.
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
