import type { PaidPlanType } from "./plan.ts";
import type { Billing } from "./price.ts";

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

/** A payment for a period, in US cents. */
export type PeriodPayment = {
  cents: number;
  /** Whether it was given back in full or is disputed. */
  reversed: boolean;
};

/** A recurring subscription as the payment provider holds it. Instants are ISO 8601. */
export type RecurringPurchase = {
  id: string;
  plan: PaidPlanType;
  status: RecurringStatus;
  createdAt: string;
  /** From when on it is paid for: since it was made, or once the months bought once are over for which it waits. */
  billedFrom: string;
  periodStart: string;
  periodEnd: string;
  /** When it is set to end, or has ended; null while it is to renew. */
  endsAt: string | null;
  /** What was paid for the present period: the renewal, and the differences when the plan was changed. */
  payments: readonly PeriodPayment[];
  /** What is asked for and not paid, in US cents. */
  owedCents: number;
};

/** One month bought once. */
export type SinglePurchase = {
  /** Id of the payment, "pi_…". */
  id: string;
  plan: PaidPlanType;
  /** When the money arrived, for which a bank debit takes days. */
  paidAt: string;
  /** What was paid, in US cents. */
  cents: number;
  /** Whether the payment was given back in full or is disputed. */
  reversed: boolean;
  /** When it was given back because a plan goes on that it was to follow; null if it was not, or for another reason. */
  givenBackAt: string | null;
};

/** A purchase by a means that takes days, such as a bank debit: nothing is given for it until the money arrives. */
export type PendingPurchase = { plan: PaidPlanType; billing: Billing; since: string };

/** Everything that the payment provider holds on a customer, as far as access depends on it. */
export type CustomerBilling = {
  recurring: readonly RecurringPurchase[];
  single: readonly SinglePurchase[];
  /** What is paid for but not yet received, the oldest first. */
  pending: readonly PendingPurchase[];
  /**
   * What the provider holds in the customer's favour, in US cents; it lowers the next bills of plans that renew. Below zero
   * it is a debt, which raises the next one.
   */
  creditCents: number;
};

/** A failed renewal is tried again for this long, in days; access goes on meanwhile. */
export const renewalRetryDays = 14;

const dayMs = 86_400_000;
const at = (instant: string) => Date.parse(instant);

/** Whether a purchase still stands in the way of buying another recurring plan. */
export function isLiveRecurring({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";
}

/** The recurring plans that stand in the way of another one, the one to keep first. */
export function liveRecurring({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring
    .filter(isLiveRecurring)
    .toSorted((a, b) => at(a.createdAt) - at(b.createdAt) || a.id.localeCompare(b.id));
}

/**
 * Whether the present period is no longer paid for: more than half of its money was given back or is disputed. If any
 * part sufficed, a small difference that was given back out of courtesy would end the plan; if all of it were needed, a
 * month could be had for such a difference.
 */
export function isReversed({ payments }: RecurringPurchase): boolean {
  const sum = (of: readonly PeriodPayment[]) => of.reduce((cents, payment) => cents + payment.cents, 0);
  return sum(payments.filter(({ reversed }) => reversed)) * 2 > sum(payments);
}

/**
 * Whether a payment for a recurring plan is open. Such a plan is neither changed nor followed by anything: what it is
 * changed from was not paid, and the provider would credit it all the same.
 */
export function isPaymentOpen({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Whether a recurring plan was cancelled while a payment for it is open: it is let go, and with it the payment. */
export function isCancelledUnpaid(purchase: Pick<RecurringPurchase, "status" | "endsAt">): boolean {
  return isPaymentOpen(purchase) && purchase.endsAt !== null;
}

/** Whether a recurring plan waits, as a trial at the provider, for the end of months that were bought once. */
export function waitsForMonths({ status, createdAt, billedFrom }: RecurringPurchase): boolean {
  return status === "trialing" && at(billedFrom) > at(createdAt);
}

/** Whether a live recurring plan can no longer be collected for: it gives nothing, and stands in the way of another. */
export function isUncollectable({ status, periodStart }: RecurringPurchase, now: Date): boolean {
  if (status === "unpaid") return true;
  return status === "past_due" && at(periodStart) + renewalRetryDays * dayMs <= now.getTime();
}
