import * as z from "zod/mini";
import { Instant } from "../http/route.ts";
import { planTypes } from "./plan.ts";
import { Billing, PaidPlan } from "./price.ts";

/** A part of a learner's access: a single month, or the time of a recurring plan. */
export const Stage = z.object({
  plan_type: z.enum(planTypes),
  starts_at: Instant,
  /** Null for a plan that renews. */
  ends_at: z.nullable(Instant),
  /** True for a recurring plan, cancelled or not. */
  recurring: z.boolean(),
});
export type Stage = z.infer<typeof Stage>;

export const maxStages = 24;

const Cents = z.int().check(z.positive());

export const Subscription = z.object({
  user_id: z.string(),
  plan_type: z.enum(planTypes),
  active: z.boolean(),
  start_date: Instant,
  end_date: z.nullable(Instant),
  stripe_customer_id: z.optional(z.string().check(z.minLength(1))),
  /** Customers that were deleted at the provider. The single months of these customers still belong to the learner. */
  former_customer_ids: z.optional(z.array(z.string())),
  /** An id starting "pi_" is a one-time payment; any other is a recurring subscription. */
  stripe_subscription_id: z.optional(z.string().check(z.minLength(1))),
  /** The oldest purchase by a slow payment method whose money has not arrived. */
  pending: z.optional(
    z.object({
      plan_type: PaidPlan,
      billing: Billing,
      since: Instant,
      cents: z.optional(z.int().check(z.nonnegative())),
    }),
  ),
  updated_at: Instant,
  /** True if the last renewal failed. Then access ends at `end_date`, unless the renewal is paid. */
  renewal_failed: z.optional(z.boolean()),
  /** Amount due after a failed renewal. `period_end` is the end of the unpaid period. */
  owed_cents: z.optional(z.int().check(z.nonnegative())),
  period_end: z.optional(Instant),
  /** End of a renewing plan's trial at the provider, when the plan is billed. */
  first_billed_at: z.optional(Instant),
  /**
   * A plan that was to follow single months and was cancelled before its first bill. `stripe_subscription_id` is the
   * plan's id, because the learner can resume the plan.
   */
  called_off: z.optional(z.object({ plan_type: PaidPlan, first_billed_at: Instant })),
  /** Current and later purchases, earliest first. Absent if they would only repeat the row. */
  stages: z.optional(z.array(Stage).check(z.maxLength(maxStages))),
  /** Credit at the provider lowers the next bills. A negative number is a debt, which raises the next bills. */
  credit_cents: z.optional(z.int()),
  /** The last single month that was refunded because of a renewing plan (`monthsToRefund`). */
  given_back: z.optional(z.object({ plan_type: z.enum(planTypes), cents: Cents, at: Instant })),
  /**
   * The latest payment for a single month or for a plan's latest period, without refunded and disputed parts.
   * For a recurring plan, `at` is the start of the period or the creation of the plan, whichever is later.
   */
  last_paid: z.optional(z.object({ cents: Cents, at: Instant })),
  /** Time of the request to the payment provider for these facts. */
  synced_at: z.optional(Instant),
  /** Counts the writes of the row. Each conditional write names the revision that it replaces. */
  revision: z.optional(z.int()),
});
export type Subscription = z.infer<typeof Subscription>;

/**
 * - `none`: the learner has had no plan. A row may exist already, because it names the learner's customer.
 * - `paid`: a paid plan in force that was not cancelled.
 * - `cancelled`: a cancelled plan that still gives access.
 * - `expired`: a paid plan whose access is over, downgraded or not.
 */
export type SubscriptionStatus = "none" | "free" | "paid" | "cancelled" | "expired";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Access of a renewing plan after its end date. The provider may renew late, and its event may arrive late. */
export const renewalGraceMs = hourMs;

/** Why: docs/decisions/0013-bounded-grace-period.md */
export function accessEnd(
  row: Pick<Subscription, "active" | "end_date" | "stripe_subscription_id" | "renewal_failed">,
): Date | null {
  if (row.end_date === null) return null;
  const mayRenew = row.active && isRecurring(row) && !row.renewal_failed;
  return new Date(Date.parse(row.end_date) + (mayRenew ? renewalGraceMs : 0));
}

export function subscriptionStatus(subscription: Subscription | null, now: Date): SubscriptionStatus {
  if (!subscription) return "none";
  const { plan_type, active, end_date, stripe_subscription_id } = subscription;
  const end = accessEnd(subscription);
  if (plan_type === "free" && active) return "free";
  if (plan_type === "free") return end_date === null ? "none" : "expired";
  if (end === null) return active && stripe_subscription_id ? "paid" : "expired";
  if (end <= now) return "expired";
  return active ? "paid" : "cancelled";
}

export function hasPaidAccess(subscription: Subscription | null, now: Date): boolean {
  const status = subscriptionStatus(subscription, now);
  return status === "paid" || status === "cancelled";
}

export function remainingDays(subscription: Subscription, now: Date): number | null {
  if (subscription.end_date === null) return null;
  return Math.max(0, Math.ceil((Date.parse(subscription.end_date) - now.getTime()) / dayMs));
}

export function isRecurring({ stripe_subscription_id: id }: Pick<Subscription, "stripe_subscription_id">): boolean {
  return id !== undefined && !id.startsWith("pi_");
}

/** The recurring plan may be cancelled or ended. */
export function hasRecurring(row: Pick<Subscription, "stripe_subscription_id" | "stages">): boolean {
  return isRecurring(row) || (row.stages ?? []).some(({ recurring }) => recurring);
}

export function createSubscriptionWithoutPlan(userId: string, now: Date): Subscription {
  const at = now.toISOString();
  return { user_id: userId, plan_type: "free", active: false, start_date: at, end_date: null, updated_at: at };
}

export function createFreeSubscription(userId: string, now: Date): Subscription {
  return { ...createSubscriptionWithoutPlan(userId, now), active: true };
}
