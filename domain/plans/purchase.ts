import { type Funding, isMostlyReturned, totalMoney } from "./funding.ts";
import type { PaidPlanType } from "./plan.ts";
import type { Billing } from "./price.ts";

/** In Stripe's words. */
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

/** A recurring subscription at the payment provider. Instants are ISO 8601. */
export type RecurringPurchase = {
  id: string;
  plan: PaidPlanType;
  status: RecurringStatus;
  createdAt: string;
  /** Start of the paid time: the creation, or the end of the single months after which the plan starts. */
  billedFrom: string;
  periodStart: string;
  periodEnd: string;
  /** End of the plan, planned or past; null while the plan renews. */
  endsAt: string | null;
  /** True if the learner confirmed a change of plan that resumes a cancelled plan, and the plan is still cancelled. */
  isToResume?: boolean;
  /** Money of the current period, including the price differences of plan changes. */
  funding: Funding;
  /** True if a bill of the current period is paid, from a payment or from credit. */
  isPeriodPaid: boolean;
  firstPaidAt: string | null;
  /** Open amount of the plan's bills, in US cents. */
  dueCents: number;
};

export type SinglePurchase = {
  /** Id of the payment, "pi_…". */
  id: string;
  plan: PaidPlanType;
  /** Arrival of the money. A bank debit takes days. */
  paidAt: string;
  cents: number;
  /** Refunded or disputed part of `cents`, in US cents. */
  returnedCents: number;
  /**
   * Time at which this month was refunded because a renewing plan covers its days or prevents its start; null if it was
   * not.
   */
  supersededAt: string | null;
};

/** A purchase by a slow payment method, such as a bank debit. The purchase gives no access until the money arrives. */
export type PendingPurchase = { plan: PaidPlanType; billing: Billing; cents: number; since: string };

export type CustomerBilling = {
  recurring: readonly RecurringPurchase[];
  single: readonly SinglePurchase[];
  pending: readonly PendingPurchase[];
  /**
   * In US cents. Credit lowers the next bills of renewing plans. A negative number is a debt, which raises the bills.
   */
  creditCents: number;
  /**
   * Credit to withhold because it comes from returned payments, in US cents. A negative number is credit to restore.
   */
  excessCreditCents: number;
};

/** Maximum days of access, within `graceYearDays` days, while the provider retries renewals that are never paid. */
export const maxGraceDays = 14;
export const graceYearDays = 365;

const dayMs = 86_400_000;
const at = (instant: string) => Date.parse(instant);

/** True if the plan blocks the purchase of another recurring plan. */
export function isLiveRecurring({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";
}

/** Oldest first. */
export function liveRecurring({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring
    .filter(isLiveRecurring)
    .toSorted((a, b) => at(a.createdAt) - at(b.createdAt) || a.id.localeCompare(b.id));
}

/** True if more than half of the current period's money was returned, including credit. */
export function isReversed({ funding }: RecurringPurchase): boolean {
  return isMostlyReturned(totalMoney(funding));
}

export function isMonthReversed({ cents, returnedCents }: SinglePurchase): boolean {
  return isMostlyReturned({ kept: cents - returnedCents, returned: returnedCents });
}

/**
 * True if a payment is open. Then the learner cannot change the plan, because the provider would credit the unpaid
 * period.
 */
export function isPaymentOpen({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "past_due" || status === "unpaid";
}

export function isCancelledUnpaid(purchase: Pick<RecurringPurchase, "status" | "endsAt">): boolean {
  return isPaymentOpen(purchase) && purchase.endsAt !== null;
}

/** In ms. A first payment within this time counts as immediate, because cards are confirmed within minutes. */
const immediatePaymentMs = 3_600_000;

/**
 * True if the first period of a renewing plan started before its money arrived, as with a bank debit. The period must
 * restart, because the days in between gave no access.
 */
export function startedBeforePayment({
  status,
  createdAt,
  periodStart,
  endsAt,
  firstPaidAt,
}: RecurringPurchase): boolean {
  const isFirstPeriod = status === "active" && endsAt === null && at(periodStart) === at(createdAt);
  return isFirstPeriod && firstPaidAt !== null && at(firstPaidAt) - at(createdAt) > immediatePaymentMs;
}

/** True if the plan starts after single months. At the provider, the wait is a trial. */
export function waitsForMonths({ status, createdAt, billedFrom }: RecurringPurchase): boolean {
  return status === "trialing" && at(billedFrom) > at(createdAt);
}

/** Access during a failed renewal that was never paid. `from` is in ms since 1970. */
type Grace = { from: number; ms: number };

/** Returns the grace that remains for a renewal that fails at `from` (ms since 1970), in ms. */
function remainingGraceMs(graces: readonly Grace[], from: number): number {
  const recent = graces.filter((grace) => grace.from > from - graceYearDays * dayMs);
  return Math.max(0, maxGraceDays * dayMs - recent.reduce((ms, grace) => ms + grace.ms, 0));
}

const endedUnpaid = ({ status, isPeriodPaid }: RecurringPurchase) => status === "canceled" && !isPeriodPaid;

function listUnpaidGraces(recurring: readonly RecurringPurchase[]): Grace[] {
  const graces: Grace[] = [];
  for (const { periodStart, endsAt } of recurring
    .filter(endedUnpaid)
    .toSorted((a, b) => at(a.periodStart) - at(b.periodStart))) {
    const from = at(periodStart);
    const ms = Math.max(0, at(endsAt ?? periodStart) - from);
    graces.push({ from, ms: Math.min(ms, remainingGraceMs(graces, from)) });
  }
  return graces;
}

/**
 * Returns the end of access after a failed renewal, in ms since 1970. Earlier unpaid grace within `graceYearDays` is
 * subtracted. Otherwise a learner could get two unpaid weeks after each paid month.
 * Why: docs/decisions/0013-bounded-grace-period.md
 */
export function graceEnd(
  { periodStart }: RecurringPurchase,
  { recurring }: Pick<CustomerBilling, "recurring">,
): number {
  const start = at(periodStart);
  return start + remainingGraceMs(listUnpaidGraces(recurring.filter((other) => at(other.periodStart) < start)), start);
}

/** True for a live recurring plan that gives no access, because its payment failed for too long. */
export function isUncollectable(
  purchase: RecurringPurchase,
  billing: Pick<CustomerBilling, "recurring">,
  now: Date,
): boolean {
  if (purchase.status === "unpaid") return true;
  return purchase.status === "past_due" && graceEnd(purchase, billing) <= now.getTime();
}
