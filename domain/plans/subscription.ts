import * as z from "zod/mini";
import { Instant } from "../http/route.ts";
import { planTypes } from "./plan.ts";
import { Billing, PaidPlan } from "./price.ts";

/** A stretch of a learner's access: a month bought once, or a plan that renews for as long as it is renewed. */
export const Stage = z.object({
  plan_type: z.enum(planTypes),
  starts_at: Instant,
  /** Null while the plan is to be renewed. */
  ends_at: z.nullable(Instant),
  /** Whether it is a plan that renews, cancelled or not. */
  recurring: z.boolean(),
});
export type Stage = z.infer<typeof Stage>;

/** The most stages that a row holds. */
export const maxStages = 24;

const Cents = z.int().check(z.positive());

/** What is stored about a learner's plan: facts only. Everything else is derived below. */
export const Subscription = z.object({
  user_id: z.string(),
  plan_type: z.enum(planTypes),
  active: z.boolean(),
  start_date: Instant,
  end_date: z.nullable(Instant),
  /** The payment provider's customer, once there is one. */
  stripe_customer_id: z.optional(z.string().check(z.minLength(1))),
  /** Customers that were deleted at the provider; months that were bought once by them are still the learner's. */
  former_customer_ids: z.optional(z.array(z.string())),
  /** An id starting "pi_" is a one-time payment; any other is a recurring subscription. */
  stripe_subscription_id: z.optional(z.string().check(z.minLength(1))),
  /** What is paid for by a means that takes days, and is not given until the money arrives. */
  pending: z.optional(
    z.object({
      plan_type: PaidPlan,
      billing: Billing,
      since: Instant,
      cents: z.optional(z.int().check(z.nonnegative())),
    }),
  ),
  updated_at: Instant,
  /** Whether the last renewal could not be paid; the provider tries again until `end_date`. */
  renewal_failed: z.optional(z.boolean()),
  /** While the renewal is not paid: what is asked for, and the end of the period for which it is. */
  owed_cents: z.optional(z.int().check(z.nonnegative())),
  period_end: z.optional(Instant),
  /** When a plan that renews is first billed, if nothing was paid for it yet. */
  first_billed_at: z.optional(Instant),
  /**
   * A plan that was to follow the months bought once and is cancelled: it gives nothing and is not `plan_type`, but it is
   * the purchase that is named, for it can be resumed.
   */
  called_off: z.optional(z.object({ plan_type: PaidPlan, first_billed_at: Instant })),
  /** The purchases that give access from now on, the earliest first; absent if the named purchase is the only one. */
  stages: z.optional(z.array(Stage).check(z.maxLength(maxStages))),
  /** What the provider holds in the learner's favour, a debt if below 0; it counts in the next bills of plans that renew. */
  credit_cents: z.optional(z.int()),
  /** The last month bought once that was given back because the plan goes on which it was to follow. */
  given_back: z.optional(z.object({ plan_type: z.enum(planTypes), cents: Cents, at: Instant })),
  /** The last payment that was kept, of any plan: what was paid, and when the money arrived or its period began. */
  last_paid: z.optional(z.object({ cents: Cents, at: Instant })),
  /** When the payment provider was asked for what stands here. */
  synced_at: z.optional(Instant),
  /** Counts the writes of the row, so that each of them knows what it replaces. */
  revision: z.optional(z.int()),
});
export type Subscription = z.infer<typeof Subscription>;

/**
 * What a subscription means at an instant.
 * - `none`: no plan was ever chosen; a row may hold the payment provider's customer already.
 * - `free`: the free plan.
 * - `paid`: a paid plan in force.
 * - `cancelled`: a paid plan that will not go on, with access until its end.
 * - `expired`: a paid plan whose access is over, whether or not the row was downgraded already.
 */
export type SubscriptionStatus = "none" | "free" | "paid" | "cancelled" | "expired";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * For how long a plan that renews by itself outlasts its end, in ms: the payment provider may be late with a renewal, and
 * its word of it may be too.
 */
export const renewalGraceMs = hourMs;

/** Until when a paid row gives access, which is its end or the grace after it; null without an end date. */
export function accessEnd(
  row: Pick<Subscription, "active" | "end_date" | "stripe_subscription_id" | "renewal_failed">,
): Date | null {
  if (row.end_date === null) return null;
  const mayRenew = row.active && isRecurring(row) && !row.renewal_failed;
  return new Date(Date.parse(row.end_date) + (mayRenew ? renewalGraceMs : 0));
}

/** Derives the status of a row at `now`. */
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

/** Whether the learner may use everything in their language at `now`: a paid plan in force, or cancelled but not over. */
export function hasPaidAccess(subscription: Subscription | null, now: Date): boolean {
  const status = subscriptionStatus(subscription, now);
  return status === "paid" || status === "cancelled";
}

/** Days until `end_date`, rounded up, never below 0; null without an end date. */
export function remainingDays(subscription: Subscription, now: Date): number | null {
  if (subscription.end_date === null) return null;
  return Math.max(0, Math.ceil((Date.parse(subscription.end_date) - now.getTime()) / dayMs));
}

/** Whether the plan renews by itself. */
export function isRecurring({ stripe_subscription_id: id }: Pick<Subscription, "stripe_subscription_id">): boolean {
  return id !== undefined && !id.startsWith("pi_");
}

/** Whether a plan that renews, cancelled or not, is among what gives access, or was the last that did. */
export function hasRecurring(row: Pick<Subscription, "stripe_subscription_id" | "stages">): boolean {
  return isRecurring(row) || (row.stages ?? []).some(({ recurring }) => recurring);
}

/** A row for a learner who has no plan yet. */
export function createSubscriptionWithoutPlan(userId: string, now: Date): Subscription {
  const at = now.toISOString();
  return { user_id: userId, plan_type: "free", active: false, start_date: at, end_date: null, updated_at: at };
}

/** The free plan as a row. */
export function createFreeSubscription(userId: string, now: Date): Subscription {
  return { ...createSubscriptionWithoutPlan(userId, now), active: true };
}
