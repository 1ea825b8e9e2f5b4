import { formatPrice, planCatalogue, planName } from "../../../../domain/plan.ts";
import {
  durationText,
  formatDate,
  isRecurring,
  remainingDays,
  type Subscription,
  subscriptionStatus,
} from "../../../../domain/subscription.ts";

/** One line of the plan's facts. */
export type Fact = { name: string; value: string };

/** A number of days in words. */
export const countDays = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

function statusText(subscription: Subscription, now: Date): string {
  switch (subscriptionStatus(subscription, now)) {
    case "none":
      return "Not chosen";
    case "cancelled":
      return "Cancelled";
    case "expired":
      return "Expired";
    default:
      return subscription.renewal_failed ? "Payment failed" : "Active";
  }
}

function endName(subscription: Subscription, now: Date): string {
  const status = subscriptionStatus(subscription, now);
  if (status === "expired") return "Ended";
  if (status === "cancelled" || subscription.renewal_failed) return "Access until";
  return isRecurring(subscription) ? "Next payment" : "Ends";
}

function priceText(subscription: Subscription): string {
  const cents = planCatalogue.find(({ type }) => type === subscription.plan_type)?.monthlyCents ?? 0;
  if (cents === 0) return formatPrice(0);
  return `${formatPrice(cents)} ${isRecurring(subscription) ? "per month" : "for one month"}`;
}

/** The sentence that says how long the plan in force goes on; empty for a plan without an end. */
export function lastingText(subscription: Subscription, now: Date): string {
  const status = subscriptionStatus(subscription, now);
  const days = remainingDays(subscription, now);
  if (status === "cancelled" && days !== null) return `Access ends in ${countDays(days)}`;
  return status === "paid" ? durationText(subscription, now) : "";
}

/** Everything to know of a learner's plan, line by line. */
export function planFacts(subscription: Subscription, now: Date): Fact[] {
  const { plan_type, start_date, end_date } = subscription;
  const expired = subscriptionStatus(subscription, now) === "expired";
  return [
    // A plan that is over may be stored as the free one already.
    ...(expired && plan_type === "free" ? [] : [{ name: "Plan", value: planName(plan_type) }]),
    { name: "Status", value: statusText(subscription, now) },
    { name: "Started", value: formatDate(start_date) },
    ...(end_date === null ? [] : [{ name: endName(subscription, now), value: formatDate(end_date) }]),
    ...(expired ? [] : [{ name: "Price", value: priceText(subscription) }]),
  ];
}

/** What a learner is told when the plan has been cancelled: how long it still gives access. */
export function cancelledText(subscription: Subscription, now: Date): string {
  const days = remainingDays(subscription, now);
  if (days === null || subscription.end_date === null) return "Your plan has been cancelled.";
  return `You keep access for ${countDays(days)}, until ${formatDate(subscription.end_date)}.`;
}

/** What a learner is told when a cancelled plan goes on. */
export function resumedText(subscription: Subscription): string {
  if (subscription.end_date === null) return "Your plan goes on.";
  const date = formatDate(subscription.end_date);
  return isRecurring(subscription) ? `Your plan goes on and renews on ${date}.` : `Your plan goes on until ${date}.`;
}
