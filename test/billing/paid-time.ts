import { oneMonthAfter } from "../../domain/entitlement.ts";
import type { PeriodPayment, SinglePurchase } from "../../domain/purchase.ts";

/** A stretch of time for which a learner has paid, or in which the provider still tries to collect; in ms since 1970. */
export type Stretch = {
  purchase: string;
  from: number;
  to: number;
  payments: PeriodPayment[];
  /** The end of the period for which is paid; `to` is the end of the grace while the provider still tries to collect. */
  periodEnd: number;
  /** The price of a whole period, in cents, from each change of plan on. */
  prices: { from: number; cents: number }[];
  /** Whether it is paid for, by card or by credit. */
  paid: boolean;
  /** By how much credit grew in it, in cents; below zero if it was used. */
  creditMoved: number;
  /** Whether the plan was undone in it: nothing was paid for it in the end. */
  undone: boolean;
};
type Time = { from: number; to: number };

/** Most of the money that a stretch was paid with is gone. */
export function isVoid({ payments }: Stretch): boolean {
  const worth = (reversed: boolean) =>
    payments.reduce((cents, payment) => cents + (payment.reversed === reversed ? payment.cents : 0), 0);
  return worth(true) > worth(false);
}

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
export function monthsForNothing(
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
  for (const { paidAt } of singles.filter(({ reversed }) => !reversed)) {
    let from = Math.max(Date.parse(paidAt), times.at(-1)?.to ?? 0);
    for (const taken of recurringTimes(stretches)) if (taken.from <= from && from < taken.to) from = taken.to;
    times.push({ from, to: Date.parse(oneMonthAfter(new Date(from).toISOString())) });
  }
  return times;
}

/** Whether what has been paid for covers an instant. */
export function isPaidFor(now: number, stretches: readonly Stretch[], singles: readonly SinglePurchase[]): boolean {
  const paid = [...stretches.filter((stretch) => !isVoid(stretch)), ...singleTimes(singles, stretches)];
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
 * What was paid for plans that renew and was not used until `now`, in cents: no credit may be above it. What was given
 * back counts as paid unless the plan was undone for it: giving back a part, or a period that is over, changes nothing.
 */
export function unusedCents(now: number, stretches: readonly Stretch[]): number {
  return stretches
    .filter(({ paid, undone }) => paid && !undone)
    .reduce((sum, stretch) => {
      const paid = stretch.payments.reduce((cents, payment) => cents + payment.cents, 0);
      return sum + paid - usedCents(stretch, now);
    }, 0);
}
