import { oneMonthAfter } from "../../domain/plans/entitlement.ts";
import type { SinglePurchase } from "../../domain/plans/purchase.ts";
import { type Balances, type Payment, returnedPart } from "./balances.ts";

/** A billed period of a renewing plan. Times are in ms since 1970. */
export type Stretch = {
  /** The id of the period in `Balances`. */
  id: string;
  purchase: string;
  from: number;
  to: number;
  payments: Payment[];
  /** The end of the billed period. Before the payment, `to` is the end of the grace period instead. */
  periodEnd: number;
  /** The price of a whole period in cents, from the start and from each change of plan. */
  prices: { from: number; cents: number }[];
  paid: boolean;
  /** True if `StripeModel.undo` cancelled the plan in this period. */
  undone: boolean;
};
type Time = { from: number; to: number };

/** Credit that was spent on the period counts like the period's payments. */
export function isStretchReversed({ id }: Pick<Stretch, "id">, purses: Balances): boolean {
  return purses.centsInPeriod(id, "returned") > purses.centsInPeriod(id, "kept");
}

export const isSingleReversed = ({ cents, returnedCents }: SinglePurchase): boolean => 2 * returnedCents > cents;

function recurringTimes(stretches: readonly Stretch[]): Time[] {
  const times = new Map<string, Time>();
  for (const { purchase, from, to } of stretches) times.set(purchase, { from: times.get(purchase)?.from ?? from, to });
  return [...times.values()].toSorted((a, b) => a.from - b.from);
}

const waitMs = 49 * 3_600_000;

/** Finds single months that are paid for in vain, because a renewing plan delays them or bills the same time. */
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

/**
 * A single month starts at its payment. If an earlier listed month or a renewing plan covers that time, the single
 * month starts later, when neither covers the time.
 */
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

function usedCents({ from, to, periodEnd, prices }: Stretch, now: number): number {
  const end = Math.min(now, to, periodEnd);
  return prices.reduce((sum, price, nth) => {
    const until = Math.min(end, prices[nth + 1]?.from ?? end);
    return sum + (price.cents * Math.max(0, until - price.from)) / (periodEnd - from);
  }, 0);
}

/** Used time counts against returned money first. */
export function unusedCents(now: number, stretches: readonly Stretch[], purses: Balances): number {
  return stretches
    .filter(({ paid }) => paid)
    .reduce((sum, stretch) => {
      const kept = stretch.payments.reduce((cents, payment) => cents + payment.cents - returnedPart(payment), 0);
      // The time of a cancelled and refunded plan is unused. Money that is still kept was disputed, and the seller won.
      const used = stretch.undone ? 0 : usedCents(stretch, now);
      return sum + kept - used + Math.min(used, purses.centsInPeriod(stretch.id, "returned"));
    }, 0);
}
