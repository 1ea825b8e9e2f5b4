import { type Entitlement, monthsEnd, renews, shortestWaitMs, toEntitlements } from "./entitlement.ts";
import {
  type CustomerBilling,
  isCancelledUnpaid,
  isMonthReversed,
  isReversed,
  liveRecurring,
  type RecurringPurchase,
  type SinglePurchase,
  waitsForMonths,
} from "./purchase.ts";

const at = (instant: string) => Date.parse(instant);

/**
 * Returns months that a renewing plan would delay until its end, or whose days the plan would bill again. Such months
 * exist, for example, after two simultaneous purchases, or after a plan was resumed outside the app.
 */
export function monthsToRefund(billing: CustomerBilling, now: Date): Entitlement[] {
  const entitlements = toEntitlements(billing);
  const plan = entitlements.find(renews);
  if (!plan) return [];
  const waits = ({ startsAt }: Entitlement) => at(startsAt) >= at(plan.endsAt) && at(startsAt) > now.getTime();
  const isBilledAgain = ({ startsAt, endsAt }: Entitlement) =>
    at(startsAt) < at(plan.paidFrom) && at(endsAt) - at(plan.paidFrom) >= shortestWaitMs;
  return entitlements.filter(
    (month) => !month.recurring && at(month.endsAt) > now.getTime() && (waits(month) || isBilledAgain(month)),
  );
}

/** A mostly returned month gives no access, so the remainder of its payment must be refunded too. */
export function monthsWithRemainder({ single }: CustomerBilling): SinglePurchase[] {
  return single.filter((month) => isMonthReversed(month) && month.returnedCents < month.cents);
}

/**
 * A reversed plan would charge for no access. An uncovered plan was to follow months that were refunded or disputed, so
 * the time of those months would be free.
 */
export function plansToRefund(billing: CustomerBilling): RecurringPurchase[] {
  const live = liveRecurring(billing);
  const paidUntil = monthsEnd(billing);
  const isUncovered = (plan: RecurringPurchase) => waitsForMonths(plan) && Date.parse(plan.billedFrom) > paidUntil;
  const isBaseless = (plan: RecurringPurchase) => isReversed(plan) || isUncovered(plan) || isCancelledUnpaid(plan);
  const [, ...duplicates] = live.filter((plan) => !isBaseless(plan));
  return [...live.filter(isBaseless), ...duplicates];
}

/** A payment for an ended plan would buy nothing. */
export function endedPlansWithAmountDue({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring.filter(({ status, dueCents }) => status === "canceled" && dueCents > 0);
}
