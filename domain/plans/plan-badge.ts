import { formatPrice, planName } from "./plan.ts";
import { formatMoment } from "./plan-dates.ts";
import { currentPlanType, nextBillOf, upcomingStages } from "./plan-outlook.ts";
import { isRecurring, remainingDays, type Stage, type Subscription, subscriptionStatus } from "./subscription.ts";

export const formatDays = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

export function durationText(subscription: Subscription, now: Date): string {
  const days = remainingDays(subscription, now);
  if (!subscription.active && days !== null) return `Access ends in ${formatDays(days)}`;
  if (subscription.renewal_failed) return days === null ? "Payment failed" : `Access ends in ${formatDays(days)}`;
  if (isRecurring(subscription)) {
    return days === null ? "Recurring subscription active" : `Next billing cycle in ${formatDays(days)}`;
  }
  if (days === null) return "One-time plan active";
  const running = currentPlanType(subscription, now);
  // If a different plan follows, the days until `end_date` include days of that plan.
  const changes = upcomingStages(subscription, now).some(({ plan_type }) => plan_type !== running);
  return changes ? `Access ends in ${formatDays(days)}` : `Plan expires in ${formatDays(days)}`;
}

export function upcomingLines(subscription: Subscription, now: Date): string[] {
  const line = ({ plan_type, starts_at, ends_at }: Stage) => {
    const from = formatMoment(starts_at, now);
    return ends_at === null
      ? `${planName(plan_type)} from ${from}, first payment ${formatPrice(nextBillOf(plan_type, subscription).cents)}`
      : `${planName(plan_type)} from ${from} to ${formatMoment(ends_at, now)}`;
  };
  return upcomingStages(subscription, now).map(line);
}

export function cancelledPlanLines({ called_off }: Subscription, now: Date): string[] {
  if (!called_off) return [];
  return [`${planName(called_off.plan_type)}, planned to start on ${formatMoment(called_off.first_billed_at, now)}`];
}

export type PlanBadge = { label: string; tooltip: readonly string[]; expired: boolean };

export function planBadge(subscription: Subscription | null, now: Date): PlanBadge | null {
  const status = subscriptionStatus(subscription, now);
  if (!subscription || status === "none") return null;
  const name = planName(currentPlanType(subscription, now));
  switch (status) {
    case "free":
      return { label: name, tooltip: [`${name} plan`], expired: false };
    case "paid": {
      const trouble = subscription.renewal_failed ? ["Payment failed. Pay in your profile to keep your plan."] : [];
      const label = subscription.renewal_failed ? `${name} - Payment failed` : name;
      const lines = [`${name} plan`, durationText(subscription, now), ...upcomingLines(subscription, now), ...trouble];
      return { label, tooltip: lines, expired: false };
    }
    case "cancelled": {
      const until = subscription.end_date ? [`Access until ${formatMoment(subscription.end_date, now)}`] : [];
      const days = remainingDays(subscription, now);
      const left = days === null ? [] : [`${formatDays(days)} remaining`];
      const off = cancelledPlanLines(subscription, now).map((line) => `Cancelled: ${line}`);
      const lines = ["Plan Cancelled", ...until, ...left, ...upcomingLines(subscription, now), ...off];
      return { label: `${name} Cancelled`, tooltip: lines, expired: false };
    }
    case "expired":
      return { label: "Plan Expired - Upgrade", tooltip: ["Plan Expired"], expired: true };
  }
}
