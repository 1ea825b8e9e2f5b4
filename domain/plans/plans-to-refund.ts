import { monthsEnd } from "./entitlement.ts";
import {
  type CustomerBilling,
  isCancelledUnpaid,
  isReversed,
  liveRecurring,
  type RecurringPurchase,
  waitsForMonths,
} from "./purchase.ts";

/**
 * The recurring plans to cancel and refund before a row is derived from what the provider holds: one whose payments were
 * refunded or are disputed, which would go on charging for no access; one that waits for months which were refunded, and
 * would give their time for nothing; one that was cancelled while a payment for it is open; and of several others all but
 * the oldest.
 */
export function plansToRefund(billing: CustomerBilling): RecurringPurchase[] {
  const live = liveRecurring(billing);
  const paidUntil = monthsEnd(billing);
  const isUncovered = (plan: RecurringPurchase) => waitsForMonths(plan) && Date.parse(plan.billedFrom) > paidUntil;
  const isBaseless = (plan: RecurringPurchase) => isReversed(plan) || isUncovered(plan) || isCancelledUnpaid(plan);
  const [, ...duplicates] = live.filter((plan) => !isBaseless(plan));
  return [...live.filter(isBaseless), ...duplicates];
}

/** The recurring plans that have ended with a payment still open: whoever paid it would get nothing for it. */
export function endedPlansOwing({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring.filter(({ status, owedCents }) => status === "canceled" && owedCents > 0);
}
