import { oneMonthAfter } from "../../domain/plans/entitlement.ts";
import type { SinglePurchase } from "../../domain/plans/purchase.ts";
import { type Balances, type Payment, returnedPart } from "./balances.ts";

/** A stretch of time for which a learner has paid, or in which the provider still tries to collect; in ms since 1970. */
export type Stretch = {
  /** Names the period for the account of its money. */
  id: string;
  purchase: string;
  from: number;
  to: number;
  payments: Payment[];
  /** The end of the period for which is paid; `to` is the end of the grace while the provider still tries to collect. */
  periodEnd: number;
  /** The price of a whole period, in cents, from each change of plan on. */
  prices: { from: number; cents: number }[];
  /** Whether it is paid for, by card or by credit. */
  paid: boolean;
  /** Whether the plan was undone in it: nothing was paid for it in the end. */
  undone: boolean;
};
type Time = { from: number; to: number };

/** Most of the money that pays for a stretch went back, be it payments of its own or credit from others. */
export function isStretchReversed({ id }: Pick<Stretch, "id">, purses: Balances): boolean {
  return purses.centsInPeriod(id, "returned") > purses.centsInPeriod(id, "kept");
}

/** Most of the payment of a month bought once went back. */
export const isSingleReversed = ({ cents, returnedCents }: SinglePurchase): boolean => 2 * returnedCents > cents;

/** All that was paid for a recurring purchase is one time: its periods follow one another. */
function recurringTimes(stretches: readonly Stretch[]): Time[] {
  const times = new Map<string, Time>();
  for (const { purchase, from, to } of stretches) times.set(purchase, { from: times.get(purchase)?.from ?? from, to });
  return [...times.values()].toSorted((a, b) => a.from - b.from);
}

const waitMs = 49 * 3_600_000;

/**
 * The months bought once for which money was kept and no time is given: they wait behind a plan that goes on until
 * `renewsAt`, or it bills their time as well. A plan that cannot wait costs no more than 49 hours.
 */
export function findSupersededMonths(
  now: number,
  plan: { id: string; renewsAt: number } | undefined,
  singles: readonly SinglePurchase[],
  stretches: readonly Stretch[],
): Time[] {
  if (!plan) return [];
  const billedFrom = stretches.find(({ purchase, paid }) => paid && purchase === plan.id)?.from ?? plan.renewsAt;
  const overlaps = ({ from, to }: Time) => from < billedFrom && to - billedFrom >= waitMs;
  const waits = ({ from }: Time) => from >= plan.renewsAt && from > now;
  return singleTimes(singles, stretches).filter((month) => month.to > now && (overlaps(month) || waits(month)));
}

/** The times of months bought once: each takes the first moment from its payment on that nothing else has paid for. */
function singleTimes(singles: readonly SinglePurchase[], stretches: readonly Stretch[]): Time[] {
  const times: Time[] = [];
  for (const { paidAt } of singles.filter((month) => !isSingleReversed(month))) {
    let from = Math.max(Date.parse(paidAt), times.at(-1)?.to ?? 0);
    for (const taken of recurringTimes(stretches)) if (taken.from <= from && from < taken.to) from = taken.to;
    times.push({ from, to: Date.parse(oneMonthAfter(new Date(from).toISOString())) });
  }
  return times;
}

/** Whether what has been paid for covers an instant. */
export function isPaidFor(
  now: number,
  stretches: readonly Stretch[],
  singles: readonly SinglePurchase[],
  purses: Balances,
): boolean {
  const paid = [
    ...stretches.filter((stretch) => !isStretchReversed(stretch, purses)),
    ...singleTimes(singles, stretches),
  ];
  return paid.some(({ from, to }) => from <= now && now < to);
}

/** What the time of a stretch that was used until `now` was worth, in cents. */
function usedCents({ from, to, periodEnd, prices }: Stretch, now: number): number {
  const end = Math.min(now, to, periodEnd);
  return prices.reduce((sum, price, nth) => {
    const until = Math.min(end, prices[nth + 1]?.from ?? end);
    return sum + (price.cents * Math.max(0, until - price.from)) / (periodEnd - from);
  }, 0);
}

/**
 * What was paid for plans that renew and was not used until `now`, in cents: no credit may be above it. What went back is
 * not paid, and what was used of it before is gone.
 */
export function unusedCents(now: number, stretches: readonly Stretch[], purses: Balances): number {
  return stretches
    .filter(({ paid }) => paid)
    .reduce((sum, stretch) => {
      const kept = stretch.payments.reduce((cents, payment) => cents + payment.cents - returnedPart(payment), 0);
      // Nothing was used of a plan that was undone: what is kept of it was disputed, and the dispute was won.
      const used = stretch.undone ? 0 : usedCents(stretch, now);
      return sum + kept - used + Math.min(used, purses.centsInPeriod(stretch.id, "returned"));
    }, 0);
}
