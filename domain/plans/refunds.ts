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
 * Returns the single months that must be refunded because of a renewing plan. Without the refund, such a month would
 * start only after the plan, or its days would be billed twice. Such months exist, for example, after two purchases at
 * the same time, or after a plan was resumed outside the app.
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

/**
 * Returns the single months whose payment was mostly but not completely returned. These months give no access, so the
 * remainder must be refunded too.
 */
export function monthsWithRemainder({ single }: CustomerBilling): SinglePurchase[] {
  return single.filter((month) => isMonthReversed(month) && month.returnedCents < month.cents);
}

/**
 * Returns the live recurring plans to cancel and refund before a row is derived:
 * - plans whose money was mostly refunded or disputed, because they would charge for no access
 * - plans that start after months that were refunded, because the time of those months would be free
 * - cancelled plans with an open payment
 * - of the other plans, all except the oldest
 */
export function plansToRefund(billing: CustomerBilling): RecurringPurchase[] {
  const live = liveRecurring(billing);
  const paidUntil = monthsEnd(billing);
  const isUncovered = (plan: RecurringPurchase) => waitsForMonths(plan) && Date.parse(plan.billedFrom) > paidUntil;
  const isBaseless = (plan: RecurringPurchase) => isReversed(plan) || isUncovered(plan) || isCancelledUnpaid(plan);
  const [, ...duplicates] = live.filter((plan) => !isBaseless(plan));
  return [...live.filter(isBaseless), ...duplicates];
}

/** Returns the ended recurring plans with an open payment. Such a payment would buy nothing. */
export function endedPlansWithAmountDue({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring.filter(({ status, dueCents }) => status === "canceled" && dueCents > 0);
}
