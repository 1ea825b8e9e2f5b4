import { formatPrice, planName } from "../../../../domain/plans/plan.ts";
import { cancelledPlanLines, durationText, formatDays, upcomingLines } from "../../../../domain/plans/plan-badge.ts";
import { formatDate, formatMoment } from "../../../../domain/plans/plan-dates.ts";
import {
  currentPlanType,
  currentStage,
  monthAfterPlan,
  monthlyCentsOf,
} from "../../../../domain/plans/plan-outlook.ts";
import {
  isRecurring,
  remainingDays,
  type Subscription,
  subscriptionStatus,
} from "../../../../domain/plans/subscription.ts";
import { billText } from "../plans/plan-texts.ts";

type Fact = { name: string; value: string };

/** Without a network, the row of an expired plan may lack the latest renewal. */
const mayHaveRenewed = (subscription: Subscription) =>
  subscription.active && isRecurring(subscription) && !subscription.renewal_failed;

export function statusText(subscription: Subscription, now: Date): string {
  switch (subscriptionStatus(subscription, now)) {
    case "none":
      return "Not chosen";
    case "cancelled":
      return "Cancelled";
    case "expired":
      return mayHaveRenewed(subscription) ? "Renewal not confirmed yet" : "Expired";
    default:
      if (subscription.renewal_failed) return "Payment failed";
      return monthAfterPlan(subscription, now) ? "Cancelled" : "Active";
  }
}

function endLabel(subscription: Subscription, now: Date): string {
  const status = subscriptionStatus(subscription, now);
  if (status === "expired") return mayHaveRenewed(subscription) ? "Renewal date" : "Ended";
  if (status === "cancelled" || subscription.renewal_failed) return "Access until";
  if (isRecurring(subscription)) return subscription.first_billed_at ? "First payment" : "Next payment";
  return subscription.stages ? "Access until" : "Ends";
}

function priceText(subscription: Subscription, now: Date): string {
  const running = currentStage(subscription, now);
  const cents = monthlyCentsOf(currentPlanType(subscription, now));
  if (cents === 0) return formatPrice(0);
  const renews = running?.recurring ?? isRecurring(subscription);
  return `${formatPrice(cents)} ${renews ? "per month" : "for one month"}`;
}

function amountFacts(subscription: Subscription, now: Date): Fact[] {
  const { credit_cents = 0, owed_cents, period_end, renewal_failed } = subscription;
  if (renewal_failed) {
    return [
      ...(owed_cents ? [{ name: "Amount due", value: formatPrice(owed_cents) }] : []),
      ...(period_end ? [{ name: "Next renewal, if you pay", value: formatMoment(period_end, now) }] : []),
    ];
  }
  const willRenew = subscriptionStatus(subscription, now) === "paid" && isRecurring(subscription);
  if (!willRenew || credit_cents === 0) return [];
  return [{ name: "Amount", value: billText(subscription) }];
}

export function remainingTimeText(subscription: Subscription, now: Date): string {
  const status = subscriptionStatus(subscription, now);
  const days = remainingDays(subscription, now);
  if (status === "cancelled" && days !== null) return `Access ends in ${formatDays(days)}`;
  return status === "paid" ? durationText(subscription, now) : "";
}

export function planFacts(subscription: Subscription, now: Date): Fact[] {
  const { plan_type, start_date, end_date } = subscription;
  const state = subscriptionStatus(subscription, now);
  const status = { name: "Status", value: statusText(subscription, now) };
  if (state === "none") return [status];
  const expired = state === "expired";
  const ahead = expired ? [] : upcomingLines(subscription, now);
  const off = expired ? [] : cancelledPlanLines(subscription, now);
  return [
    // In the row of an expired plan, `plan_type` may be the free plan.
    ...(expired && plan_type === "free" ? [] : [{ name: "Plan", value: planName(currentPlanType(subscription, now)) }]),
    status,
    // `start_date` may be the start of another stage.
    { name: "Started", value: formatDate(currentStage(subscription, now)?.starts_at ?? start_date) },
    ...(ahead.length > 0 ? [{ name: "Next", value: ahead.join("; ") }] : []),
    ...off.map((value) => ({ name: "Cancelled", value })),
    ...(end_date === null ? [] : [{ name: endLabel(subscription, now), value: formatMoment(end_date, now) }]),
    ...(expired ? [] : [...amountFacts(subscription, now), { name: "Price", value: priceText(subscription, now) }]),
  ];
}

export function creditText({ credit_cents = 0 }: Subscription): string | null {
  if (credit_cents <= 0) return null;
  return `You have ${formatPrice(credit_cents)} of credit. Your credit reduces the payments of monthly plans. It does not pay for single months.`;
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
