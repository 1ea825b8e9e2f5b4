import type { PaidPlanType } from "./plan.ts";
import { paidPlanTypes } from "./price.ts";
import { type CustomerBilling, graceEnd, isMonthReversed, isReversed, type RecurringPurchase } from "./purchase.ts";
import { accessEnd } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);
const iso = (ms: number) => new Date(ms).toISOString();

/** A month after January 31 is the last day of February. */
export function oneMonthAfter(instant: string): string {
  const from = new Date(instant);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  // A day that the next month lacks overflows into the month after.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.toISOString();
}

export type Entitlement = {
  purchaseId: string;
  plan: PaidPlanType;
  recurring: boolean;
  startsAt: string;
  endsAt: string;
  /** True if a recurring plan was cancelled. */
  ending: boolean;
  renewalFailed: boolean;
  /** Later than `startsAt` for a plan that starts after single months. */
  paidFrom: string;
};

const givesAccess = ({ status }: RecurringPurchase) =>
  status === "active" || status === "trialing" || status === "past_due";

/** In ms since 1970. */
function recurringEnd(purchase: RecurringPurchase, billing: CustomerBilling): number {
  const periodEnd = at(purchase.periodEnd);
  const end = purchase.endsAt === null ? periodEnd : Math.min(periodEnd, at(purchase.endsAt));
  // The provider starts the new period before it is paid. Until the payment, access lasts only for the grace period.
  return purchase.status === "past_due" ? Math.min(end, graceEnd(purchase, billing)) : end;
}

function toRecurringEntitlements(purchase: RecurringPurchase, billing: CustomerBilling): Entitlement[] {
  if (!givesAccess(purchase) || isReversed(purchase)) return [];
  return [
    {
      purchaseId: purchase.id,
      plan: purchase.plan,
      recurring: true,
      startsAt: purchase.createdAt,
      endsAt: iso(recurringEnd(purchase, billing)),
      ending: purchase.endsAt !== null,
      renewalFailed: purchase.status === "past_due",
      paidFrom: purchase.status === "trialing" ? purchase.periodEnd : purchase.billedFrom,
    },
  ];
}

type TimeSpan = { from: number; to: number };

function paidSpans(billing: CustomerBilling): TimeSpan[] {
  return billing.recurring
    .flatMap((purchase) => {
      const from = at(purchase.billedFrom);
      if (givesAccess(purchase)) return isReversed(purchase) ? [] : [{ from, to: recurringEnd(purchase, billing) }];
      return purchase.status === "canceled" && purchase.endsAt !== null ? [{ from, to: at(purchase.endsAt) }] : [];
    })
    .toSorted((a, b) => a.from - b.from);
}

/**
 * A single month starts after the months paid before it, and outside the paid time of recurring plans.
 * Why: docs/decisions/0015-single-months.md
 */
function toMonthEntitlements(billing: CustomerBilling): Entitlement[] {
  const spans = paidSpans(billing);
  const entitlements: Entitlement[] = [];
  for (const { id, plan, paidAt } of billing.single
    .filter((month) => !isMonthReversed(month))
    .toSorted((a, b) => at(a.paidAt) - at(b.paidAt))) {
    let start = Math.max(at(paidAt), at(entitlements.at(-1)?.endsAt ?? paidAt));
    for (const { from, to } of spans) if (from <= start && start < to) start = to;
    entitlements.push({
      purchaseId: id,
      plan,
      recurring: false,
      startsAt: iso(start),
      endsAt: oneMonthAfter(iso(start)),
      ending: false,
      renewalFailed: false,
      paidFrom: iso(start),
    });
  }
  return entitlements;
}

/** Includes past and future single months. */
export function toEntitlements(billing: CustomerBilling): Entitlement[] {
  return [
    ...billing.recurring.flatMap((purchase) => toRecurringEntitlements(purchase, billing)),
    ...toMonthEntitlements(billing),
  ];
}

const rank = ({ plan }: Entitlement) => paidPlanTypes.indexOf(plan);

export const renews = ({ recurring, ending }: Entitlement): boolean => recurring && !ending;

/** Includes the grace of a renewing plan (`accessEnd`). */
export function isRunning({ purchaseId, startsAt, endsAt, ending, renewalFailed }: Entitlement, now: Date): boolean {
  const facts = { stripe_subscription_id: purchaseId, active: !ending, renewal_failed: renewalFailed };
  const end = accessEnd({ ...facts, end_date: endsAt });
  return at(startsAt) <= now.getTime() && (end === null || end > now);
}

export function compareEntitlements(a: Entitlement, b: Entitlement): number {
  return rank(b) - rank(a) || at(b.endsAt) - at(a.endsAt);
}

/** Earliest start first. */
export function continuousEntitlements(entitlements: readonly Entitlement[], now: Date): Entitlement[] {
  const chain: Entitlement[] = [];
  let end = now.getTime();
  for (const entitlement of entitlements.toSorted((a, b) => at(a.startsAt) - at(b.startsAt))) {
    if (at(entitlement.startsAt) > end) break;
    if (at(entitlement.endsAt) <= now.getTime()) continue;
    chain.push(entitlement);
    end = Math.max(end, at(entitlement.endsAt));
  }
  return chain;
}

/** Of entitlements with the same end, prefers a recurring one, because the learner can resume it. */
export function lastEntitlement(chain: readonly Entitlement[]): Entitlement | undefined {
  return chain.toSorted((a, b) => at(b.endsAt) - at(a.endsAt) || Number(b.recurring) - Number(a.recurring))[0];
}

/** In ms since 1970. */
export function monthsEnd(billing: CustomerBilling): number {
  return Math.max(...toMonthEntitlements(billing).map(({ endsAt }) => at(endsAt)), Number.NEGATIVE_INFINITY);
}

/**
 * The shortest time that a plan can wait for its first bill. For Stripe the wait is a trial, whose end must be at least
 * 48 hours ahead (Checkout Session, `subscription_data.trial_end`). The additional hour allows for a difference between
 * Stripe's clock and the handler's.
 */
export const shortestWaitMs = 49 * 3_600_000;

/** Null if a recurring plan bought at `now` is billed at once. */
export function firstBilledAt(monthsEndAt: string | null, now: Date): string | null {
  return monthsEndAt !== null && at(monthsEndAt) - now.getTime() >= shortestWaitMs ? monthsEndAt : null;
}

export function monthsPaidUntil(billing: CustomerBilling, now: Date): string | null {
  return lastEntitlement(continuousEntitlements(toMonthEntitlements(billing), now))?.endsAt ?? null;
}

export function isFollowedByMonth(purchase: RecurringPurchase, billing: CustomerBilling): boolean {
  return toMonthEntitlements(billing).some(({ startsAt }) => at(startsAt) >= recurringEnd(purchase, billing));
}
