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
 * What a learner can do with a plan of the catalogue.
 * - `current`: it is theirs.
 * - `waiting`: it is chosen, and starts and is first billed when the months bought once have ended.
 * - `choose-free`, `refuse-free`: the free plan, which cannot be chosen while a paid one is in force.
 * - `buy`: pay for it.
 * - `add-month`: pay for a month that follows what is in force.
 * - `change`: change the recurring plan to it, at once.
 * - `resume`: it is theirs but cancelled, and can go on.
 * - `pending`: it is paid for, and waits for the money to arrive.
 * - `none`: nothing, for now: a payment is open, or a month is to follow the plan that is cancelled.
 */
export type Offer =
  | { kind: "current" | "choose-free" | "refuse-free" }
  | { kind: "none"; because: "payment-open" | "month-follows" }
  | { kind: "pending"; since: string }
  | { kind: "waiting"; startsAt: string }
  | { kind: "buy" | "add-month" | "change" | "resume"; planType: PaidPlanType };

/** Whether a plan that renews is in force, cancelled or not: it is changed, and nothing is bought beside it. */
export function hasRenewingPlan(subscription: Subscription | null, now: Date): subscription is Subscription {
  return subscription !== null && hasPaidAccess(subscription, now) && isRecurring(subscription);
}

/** Whether nothing but a plan that renews can be chosen: one is in force that goes on, or has a payment to make. */
export function mustRenew(subscription: Subscription | null, now: Date): boolean {
  return hasRenewingPlan(subscription, now) && (subscription.active || subscription.renewal_failed === true);
}

/** Since when a purchase waits for its money; null if it does not. */
function pendingSince(planType: PlanType, subscription: Subscription | null, billing: Billing): string | null {
  const pending = subscription?.pending;
  return pending?.plan_type === planType && pending.billing === billing ? pending.since : null;
}

/** What is on offer for one plan, to a learner with this subscription who wants to pay this way. */
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

/** The plan that runs now, which alone is marked as the learner's own; undefined if none does. */
export function currentPlan(subscription: Subscription | null, now: Date): PlanType | undefined {
  const status = subscriptionStatus(subscription, now);
  if (!subscription || status === "none" || status === "expired") return undefined;
  return currentPlanType(subscription, now);
}

/** The other plan that follows the one that runs; undefined if none does. */
export function nextPlan(subscription: Subscription | null, now: Date): PlanType | undefined {
  const current = currentPlan(subscription, now);
  if (!subscription || current === undefined) return undefined;
  return upcomingStages(subscription, now).find(({ plan_type }) => plan_type !== current)?.plan_type;
}
