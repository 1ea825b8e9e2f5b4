import { type Funding, isMostlyReturned, totalMoney } from "./funding.ts";
import type { PaidPlanType } from "./plan.ts";
import type { Billing } from "./price.ts";

/** Stripe's statuses of a subscription. */
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

/** Instants are ISO 8601. */
export type RecurringPurchase = {
  id: string;
  plan: PaidPlanType;
  status: RecurringStatus;
  createdAt: string;
  /** Start of the paid time: the creation, or the end of the wait for single months. */
  billedFrom: string;
  periodStart: string;
  periodEnd: string;
  /** End of the plan, planned or past. */
  endsAt: string | null;
  /** True if a confirmed change of plan resumes this plan, but the plan is still cancelled. */
  isToResume?: boolean;
  /** Of the current period, including the price differences of plan changes. */
  funding: Funding;
  /** True if at least one bill of the current period is paid. */
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
  /** Refunded or disputed part of `cents`. */
  returnedCents: number;
  /** Time of a refund because of a renewing plan (`monthsToRefund`). */
  supersededAt: string | null;
};

/** A purchase by a slow payment method, such as a bank debit. */
export type PendingPurchase = { plan: PaidPlanType; billing: Billing; cents: number; since: string };

export type CustomerBilling = {
  recurring: readonly RecurringPurchase[];
  single: readonly SinglePurchase[];
  pending: readonly PendingPurchase[];
  /** In US cents. A negative number is a debt. */
  creditCents: number;
  /** Credit from returned payments that must still be withheld. A negative number is credit to restore. */
  excessCreditCents: number;
};

/** Maximum days of access, within `graceYearDays` days, after failed renewals that are never paid. */
export const maxGraceDays = 14;
export const graceYearDays = 365;

const dayMs = 86_400_000;
const at = (instant: string) => Date.parse(instant);

export function isLiveRecurring({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";
}

/** Oldest first. */
export function liveRecurring({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring
    .filter(isLiveRecurring)
    .toSorted((a, b) => at(a.createdAt) - at(b.createdAt) || a.id.localeCompare(b.id));
}

export function isReversed({ funding }: RecurringPurchase): boolean {
  return isMostlyReturned(totalMoney(funding));
}

export function isMonthReversed({ cents, returnedCents }: SinglePurchase): boolean {
  return isMostlyReturned({ kept: cents - returnedCents, returned: returnedCents });
}

/** If a plan with an open payment changed, the provider would credit the unpaid period. */
export function isPaymentOpen({ status }: Pick<RecurringPurchase, "status">): boolean {
  return status === "past_due" || status === "unpaid";
}

export function isCancelledUnpaid(purchase: Pick<RecurringPurchase, "status" | "endsAt">): boolean {
  return isPaymentOpen(purchase) && purchase.endsAt !== null;
}

/** Cards are confirmed within minutes. */
const immediatePaymentMs = 3_600_000;

/**
 * With a bank debit, the money arrives days after the first period has started. The period should restart, because the
 * plan gave no access on those days.
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

/** At the provider, the wait is a trial. */
export function waitsForMonths({ status, createdAt, billedFrom }: RecurringPurchase): boolean {
  return status === "trialing" && at(billedFrom) > at(createdAt);
}

/** Access during a failed renewal that was never paid. `from` is in ms since 1970. */
type Grace = { from: number; ms: number };

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
 * Returns ms since 1970. Subtracts unpaid grace of the last `graceYearDays` days. Otherwise a learner could get two
 * unpaid weeks after each paid month.
 * Why: docs/decisions/0013-bounded-grace-period.md
 */
export function graceEnd(
  { periodStart }: RecurringPurchase,
  { recurring }: Pick<CustomerBilling, "recurring">,
): number {
  const start = at(periodStart);
  return start + remainingGraceMs(listUnpaidGraces(recurring.filter((other) => at(other.periodStart) < start)), start);
}

export function isUncollectable(
  purchase: RecurringPurchase,
  billing: Pick<CustomerBilling, "recurring">,
  now: Date,
): boolean {
  if (purchase.status === "unpaid") return true;
  return purchase.status === "past_due" && graceEnd(purchase, billing) <= now.getTime();
}
