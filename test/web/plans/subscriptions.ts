import { createFreeSubscription, type Subscription } from "../../../domain/plans/subscription.ts";

export const now = new Date("2026-11-21T09:30:00.000Z");

const dayMs = 24 * 60 * 60 * 1000;

export const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();

export const free = createFreeSubscription("learner", now);
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
export const followed: Subscription = {
  ...once,
  end_date: inDays(56),
  stages: [
    { plan_type: "pro", starts_at: inDays(0), ends_at: inDays(25), recurring: true },
    { plan_type: "plus", starts_at: inDays(25), ends_at: inDays(56), recurring: false },
  ],
};
export const waiting: Subscription = {
  ...recurring,
  first_billed_at: inDays(25),
  stages: [
    { plan_type: "plus", starts_at: inDays(-5), ends_at: inDays(25), recurring: false },
    { plan_type: "pro", starts_at: inDays(25), ends_at: null, recurring: true },
  ],
};
/** The plan of `waiting` after its cancellation, when only the month of Plus remains. */
export const calledOff: Subscription = {
  ...recurringCancelled,
  plan_type: "plus",
  called_off: { plan_type: "pro", first_billed_at: inDays(25) },
  stages: [{ plan_type: "plus", starts_at: inDays(-5), ends_at: inDays(25), recurring: false }],
};
