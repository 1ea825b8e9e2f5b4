import { oneMonthAfter } from "../../domain/plans/entitlement.ts";
import type { SinglePurchase } from "../../domain/plans/purchase.ts";
import { type Balances, type Payment, returnedPart } from "./balances.ts";

/** Time that a learner has paid for, or in which the provider still tries to collect; in ms since 1970. */
export type Stretch = {
  /** Identifies the period in `Balances`. */
  id: string;
  purchase: string;
  from: number;
  to: number;
  payments: Payment[];
  /** End of the paid period. `to` is the end of the grace while the provider tries to collect. */
  periodEnd: number;
  /** Price of a whole period, in cents, from each change of plan on. */
  prices: { from: number; cents: number }[];
  /** By card or by credit. */
  paid: boolean;
  /** True if the plan was cancelled and refunded in it. */
  undone: boolean;
};
type Time = { from: number; to: number };

/** True if most of the money, including credit of other payments, went back. */
export function isStretchReversed({ id }: Pick<Stretch, "id">, purses: Balances): boolean {
  return purses.centsInPeriod(id, "returned") > purses.centsInPeriod(id, "kept");
}

export const isSingleReversed = ({ cents, returnedCents }: SinglePurchase): boolean => 2 * returnedCents > cents;

/** Joins the consecutive periods of each recurring purchase. */
function recurringTimes(stretches: readonly Stretch[]): Time[] {
  const times = new Map<string, Time>();
  for (const { purchase, from, to } of stretches) times.set(purchase, { from: times.get(purchase)?.from ?? from, to });
  return [...times.values()].toSorted((a, b) => a.from - b.from);
}

const waitMs = 49 * 3_600_000;

/**
 * Returns the single months with kept money but no time: they wait behind a plan that renews, or it bills their time as
 * well. A plan that cannot wait costs at most 49 hours of them.
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

/** Returns the times of single months. Each starts at the first moment after its payment that nothing else covers. */
function singleTimes(singles: readonly SinglePurchase[], stretches: readonly Stretch[]): Time[] {
  const times: Time[] = [];
  for (const { paidAt } of singles.filter((month) => !isSingleReversed(month))) {
    let from = Math.max(Date.parse(paidAt), times.at(-1)?.to ?? 0);
    for (const taken of recurringTimes(stretches)) if (taken.from <= from && from < taken.to) from = taken.to;
    times.push({ from, to: Date.parse(oneMonthAfter(new Date(from).toISOString())) });
  }
  return times;
}

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

/** Returns the value of the time used until `now`, in cents. */
function usedCents({ from, to, periodEnd, prices }: Stretch, now: number): number {
  const end = Math.min(now, to, periodEnd);
  return prices.reduce((sum, price, nth) => {
    const until = Math.min(end, prices[nth + 1]?.from ?? end);
    return sum + (price.cents * Math.max(0, until - price.from)) / (periodEnd - from);
  }, 0);
}

/**
 * Returns the money paid for renewing plans and not used until `now`, in cents. No credit may exceed it. Returned money
 * does not count as paid.
 */
export function unusedCents(now: number, stretches: readonly Stretch[], purses: Balances): number {
  return stretches
    .filter(({ paid }) => paid)
    .reduce((sum, stretch) => {
      const kept = stretch.payments.reduce((cents, payment) => cents + payment.cents - returnedPart(payment), 0);
      // A cancelled plan used nothing. Its kept money was disputed, and the dispute was won.
      const used = stretch.undone ? 0 : usedCents(stretch, now);
      return sum + kept - used + Math.min(used, purses.centsInPeriod(stretch.id, "returned"));
    }, 0);
}
