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
 * The months bought once for which a plan that goes on leaves no time: one that waits behind it would wait for as long as
 * it is renewed, and what it bills of one that runs is paid for twice. A plan waits for a month if it can and is not
 * resumed in the app while one follows, so that only what crossed, or was resumed elsewhere, comes to this.
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

/** The months bought once of whose payment most was returned, and not all: they give nothing, so the rest goes back too. */
export function monthsWithRemainder({ single }: CustomerBilling): SinglePurchase[] {
  return single.filter((month) => isMonthReversed(month) && month.returnedCents < month.cents);
}

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
export function endedPlansWithAmountDue({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring.filter(({ status, owedCents }) => status === "canceled" && owedCents > 0);
}
