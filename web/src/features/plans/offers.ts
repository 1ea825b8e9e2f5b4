import type { PaidPlanType, PlanType } from "../../../../domain/plans/plan.ts";
import {
  currentPlanType,
  monthAfterPlan,
  renewingPlan,
  upcomingStages,
} from "../../../../domain/plans/plan-outlook.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import {
  hasPaidAccess,
  isRecurring,
  type Subscription,
  subscriptionStatus,
} from "../../../../domain/plans/subscription.ts";

/**
 * The action that is possible for a plan of the catalogue, or the state that prevents an action.
 * - `waiting`: the plan is chosen, and starts later.
 * - `add-month`: pay for a month that follows the current access.
 * - `resume`: undo the plan's cancellation.
 */
export type Offer =
  | { kind: "current" | "choose-free" | "refuse-free" }
  | { kind: "none"; because: "payment-open" | "month-follows" }
  | { kind: "pending"; since: string }
  | { kind: "waiting"; startsAt: string }
  | { kind: "buy" | "add-month" | "change" | "resume"; planType: PaidPlanType };

/** The renewing plan may be cancelled, or not have started yet. */
export function hasRenewingPlan(subscription: Subscription | null, now: Date): subscription is Subscription {
  return subscription !== null && hasPaidAccess(subscription, now) && isRecurring(subscription);
}

/** No single month can be bought while the renewing plan is active or has an open payment. */
export function mustRenew(subscription: Subscription | null, now: Date): boolean {
  return hasRenewingPlan(subscription, now) && (subscription.active || subscription.renewal_failed === true);
}

function pendingSince(planType: PlanType, subscription: Subscription | null, billing: Billing): string | null {
  const pending = subscription?.pending;
  return pending?.plan_type === planType && pending.billing === billing ? pending.since : null;
}

export function offerFor(planType: PlanType, subscription: Subscription | null, billing: Billing, now: Date): Offer {
  const since = pendingSince(planType, subscription, billing);
  if (since !== null) return { kind: "pending", since };
  const paid = hasPaidAccess(subscription, now);
  const status = subscriptionStatus(subscription, now);
  if (planType === "free") return { kind: paid ? "refuse-free" : status === "free" ? "current" : "choose-free" };
  const month = subscription && paid ? monthAfterPlan(subscription, now) : undefined;
  if (month && billing === "monthly") return { kind: "none", because: "month-follows" };
  if (hasRenewingPlan(subscription, now) && subscription.renewal_failed) {
    if (subscription.plan_type === planType) return { kind: "current" };
    return { kind: "none", because: "payment-open" };
  }
  if (hasRenewingPlan(subscription, now) && (billing === "monthly" || mustRenew(subscription, now))) {
    const renewing = renewingPlan(subscription);
    if (renewing.plan_type !== planType) return { kind: "change", planType };
    if (status === "cancelled") return { kind: "resume", planType };
    const startsAt = renewing.first_billed_at;
    const waits = startsAt !== undefined && Date.parse(startsAt) > now.getTime();
    return waits ? { kind: "waiting", startsAt } : { kind: "current" };
  }
  return { kind: paid && billing === "once" ? "add-month" : "buy", planType };
}

export function currentPlan(subscription: Subscription | null, now: Date): PlanType | undefined {
  const status = subscriptionStatus(subscription, now);
  if (!subscription || status === "none" || status === "expired") return undefined;
  return currentPlanType(subscription, now);
}

export function nextPlan(subscription: Subscription | null, now: Date): PlanType | undefined {
  const current = currentPlan(subscription, now);
  if (!subscription || current === undefined) return undefined;
  return upcomingStages(subscription, now).find(({ plan_type }) => plan_type !== current)?.plan_type;
}
