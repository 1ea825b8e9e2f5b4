import { freeSubscription, type Subscription } from "../../../domain/subscription.ts";

/** The present of these tests. */
export const now = new Date("2026-11-21T09:30:00.000Z");

const dayMs = 24 * 60 * 60 * 1000;

/** The instant a number of days from now. */
export const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();

export const free = freeSubscription("learner", now);
export const recurring: Subscription = {
  ...free,
  plan_type: "pro",
  end_date: inDays(25),
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
};
export const recurringCancelled: Subscription = { ...recurring, active: false };
export const once: Subscription = { ...recurring, stripe_subscription_id: "pi_1" };
export const onceCancelled: Subscription = { ...once, active: false };
export const renewalFailed: Subscription = { ...recurring, renewal_failed: true, end_date: inDays(9) };
export const expired: Subscription = { ...free, active: false, end_date: inDays(-2) };
