import type { PaidPlanType } from "./plan.ts";

/** States of a recurring subscription at the payment provider (Stripe's words). */
export const recurringStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type RecurringStatus = (typeof recurringStatuses)[number];

/** A recurring subscription as the payment provider holds it. Instants are ISO 8601. */
export type RecurringPurchase = {
  id: string;
  plan: PaidPlanType;
  status: RecurringStatus;
  createdAt: string;
  periodStart: string;
  periodEnd: string;
  /** When it is set to end; null while it is to renew. */
  endsAt: string | null;
  /** Whether the payment of the present period was given back or is disputed. */
  paymentReversed: boolean;
};

/** One month bought once. */
export type SinglePurchase = {
  /** Id of the payment, "pi_…". */
  id: string;
  plan: PaidPlanType;
  paidAt: string;
  /** Whether the payment was given back in full or is disputed. */
  reversed: boolean;
};

/** Everything that the payment provider holds on a customer, as far as access depends on it. */
export type CustomerBilling = {
  recurring: readonly RecurringPurchase[];
  single: readonly SinglePurchase[];
};

/** A failed renewal is tried again for this long, in days; access goes on meanwhile. */
export const renewalRetryDays = 14;

const dayMs = 86_400_000;
const at = (instant: string) => Date.parse(instant);

/** Whether a purchase still stands in the way of buying another recurring plan. */
export function isLiveRecurring({ status }: RecurringPurchase): boolean {
  return status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";
}

/** The recurring plans that stand in the way of another one, the one to keep first. */
export function liveRecurring({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring
    .filter(isLiveRecurring)
    .toSorted((a, b) => at(a.createdAt) - at(b.createdAt) || a.id.localeCompare(b.id));
}

/**
 * The recurring plans to undo before the provider's word is taken: one whose payment was given back or is disputed, which
 * would go on charging for what gives nothing, and of several others all but the oldest.
 */
export function plansToUndo(billing: CustomerBilling): RecurringPurchase[] {
  const live = liveRecurring(billing);
  const reversed = live.filter(({ paymentReversed }) => paymentReversed);
  const [, ...duplicates] = live.filter(({ paymentReversed }) => !paymentReversed);
  return [...reversed, ...duplicates];
}

/** Whether a live recurring plan can no longer be collected for: it gives nothing, and stands in the way of another. */
export function isUncollectable({ status, periodStart }: RecurringPurchase, now: Date): boolean {
  if (status === "unpaid") return true;
  return status === "past_due" && at(periodStart) + renewalRetryDays * dayMs <= now.getTime();
}
