import { type Funding, isMostlyReturned, totalMoney } from "./funding.ts";
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
  /** The money of the present period: its renewal, and the differences of changed plans. */
  funding: Funding;
  /** Whether a bill of the present period is paid, by card or by credit. */
  isPeriodPaid: boolean;
  /** When the first bill was paid, as ISO 8601; null if it is not. */
  firstPaidAt: string | null;
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
  /** How much of it was refunded or is disputed, in US cents. */
  returnedCents: number;
  /** When it was given back because a plan goes on that it was to follow; null if it was not, or for another reason. */
  givenBackAt: string | null;
};

/** A purchase by a means that takes days, such as a bank debit: nothing is given for it until the money arrives. */
export type PendingPurchase = { plan: PaidPlanType; billing: Billing; cents: number; since: string };

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
  /** Credit to be withheld because it comes from returned payments, in US cents; below zero if it is to be given back. */
  excessCreditCents: number;
};

/** Access continues while a renewal is retried, but for this many days in `graceYearDays` at most if none is ever paid. */
export const maxGraceDays = 14;
export const graceYearDays = 365;

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

/** Whether the present period is no longer paid for: most of what paid for it, credit included, went back. */
export function isReversed({ funding }: RecurringPurchase): boolean {
  return isMostlyReturned(totalMoney(funding));
}

/** Whether a month bought once is no longer paid for: most of its payment went back. */
export function isMonthReversed({ cents, returnedCents }: SinglePurchase): boolean {
  return isMostlyReturned({ kept: cents - returnedCents, returned: returnedCents });
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

/** A first payment that takes no longer than this is taken for immediate, in ms: cards are confirmed within minutes. */
const immediatePaymentMs = 3_600_000;

/**
 * Whether a plan's first period started before its money arrived, as with a bank debit. Its period is to start again, since
 * the days in between gave nothing.
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

/** Whether a recurring plan waits, as a trial at the provider, for the end of months that were bought once. */
export function waitsForMonths({ status, createdAt, billedFrom }: RecurringPurchase): boolean {
  return status === "trialing" && at(billedFrom) > at(createdAt);
}

/** Access that a plan gave while its renewal was not paid, and never was; in ms since 1970 and ms. */
type Grace = { from: number; ms: number };

/** Returns the grace that remains for a renewal that fails at `from`, in ms. */
function remainingGraceMs(given: readonly Grace[], from: number): number {
  const recent = given.filter((grace) => grace.from > from - graceYearDays * dayMs);
  return Math.max(0, maxGraceDays * dayMs - recent.reduce((ms, grace) => ms + grace.ms, 0));
}

const endedUnpaid = ({ status, isPeriodPaid }: RecurringPurchase) => status === "canceled" && !isPeriodPaid;

function listUnpaidGraces(recurring: readonly RecurringPurchase[]): Grace[] {
  const given: Grace[] = [];
  for (const { periodStart, endsAt } of recurring
    .filter(endedUnpaid)
    .toSorted((a, b) => at(a.periodStart) - at(b.periodStart))) {
    const from = at(periodStart);
    const ms = Math.max(0, at(endsAt ?? periodStart) - from);
    given.push({ from, ms: Math.min(ms, remainingGraceMs(given, from)) });
  }
  return given;
}

/**
 * Until when a plan whose renewal failed gives access, in ms since 1970. Grace that was given within a year and never paid
 * for counts, since otherwise each month paid for would bring two weeks more.
 * Why: docs/decisions/0013-bounded-grace-period.md
 */
export function graceEnd(
  { periodStart }: RecurringPurchase,
  { recurring }: Pick<CustomerBilling, "recurring">,
): number {
  const start = at(periodStart);
  return start + remainingGraceMs(listUnpaidGraces(recurring.filter((other) => at(other.periodStart) < start)), start);
}

/** Whether a live recurring plan can no longer be collected for: it gives nothing, and stands in the way of another. */
export function isUncollectable(
  purchase: RecurringPurchase,
  billing: Pick<CustomerBilling, "recurring">,
  now: Date,
): boolean {
  if (purchase.status === "unpaid") return true;
  return purchase.status === "past_due" && graceEnd(purchase, billing) <= now.getTime();
}
