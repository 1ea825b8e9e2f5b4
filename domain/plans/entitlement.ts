import type { PaidPlanType } from "./plan.ts";
import { paidPlanTypes } from "./price.ts";
import { type CustomerBilling, graceEnd, isMonthReversed, isReversed, type RecurringPurchase } from "./purchase.ts";
import { accessEnd } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);
const iso = (ms: number) => new Date(ms).toISOString();

/** The same day and time in the next month; the month's last day where it is shorter. */
export function oneMonthAfter(instant: string): string {
  const from = new Date(instant);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  // A day that the next month lacks spills into the month after.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.toISOString();
}

/** What one purchase gives: access from `startsAt` to `endsAt`. */
export type Entitlement = {
  purchaseId: string;
  plan: PaidPlanType;
  recurring: boolean;
  startsAt: string;
  endsAt: string;
  /** Whether it is set not to go on at its end. */
  ending: boolean;
  renewalFailed: boolean;
  /** From when on it is paid for: a plan that waits for months bought once gives what they do until then. */
  paidFrom: string;
};

const givesAccess = ({ status }: RecurringPurchase) =>
  status === "active" || status === "trialing" || status === "past_due";

/** When a recurring purchase that gives access will end, unless it is renewed. */
function recurringEnd(purchase: RecurringPurchase, billing: CustomerBilling): number {
  const periodEnd = at(purchase.periodEnd);
  const end = purchase.endsAt === null ? periodEnd : Math.min(periodEnd, at(purchase.endsAt));
  // The provider opens the new period before it is paid: until then access rests on the period before.
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

/** The times in which recurring plans were paid for, the earliest first; those that have ended count too. */
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
 * Months bought once follow one another and the recurring plan that runs, so that no day is paid for twice.
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

/** Everything that a customer's purchases give, past and to come. */
export function toEntitlements(billing: CustomerBilling): Entitlement[] {
  return [
    ...billing.recurring.flatMap((purchase) => toRecurringEntitlements(purchase, billing)),
    ...toMonthEntitlements(billing),
  ];
}

const rank = ({ plan }: Entitlement) => paidPlanTypes.indexOf(plan);

/** Whether an entitlement will be renewed. */
export const renews = ({ recurring, ending }: Entitlement): boolean => recurring && !ending;

/** Whether an entitlement gives access at `now`, judged as the row is in which it would be stored. */
export function isRunning({ purchaseId, startsAt, endsAt, ending, renewalFailed }: Entitlement, now: Date): boolean {
  const facts = { stripe_subscription_id: purchaseId, active: !ending, renewal_failed: renewalFailed };
  const end = accessEnd({ ...facts, end_date: endsAt });
  return at(startsAt) <= now.getTime() && (end === null || end > now);
}

/** The higher plan first, then the later end. */
export function compareEntitlements(a: Entitlement, b: Entitlement): number {
  return rank(b) - rank(a) || at(b.endsAt) - at(a.endsAt);
}

/** What gives access without a gap from `now` on, the earliest first; nothing if there is no access at `now`. */
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

/** The purchase with which a chain of entitlements ends; of several the recurring one, since that can be resumed. */
export function lastEntitlement(chain: readonly Entitlement[]): Entitlement | undefined {
  return chain.toSorted((a, b) => at(b.endsAt) - at(a.endsAt) || Number(b.recurring) - Number(a.recurring))[0];
}

/** When the last of the months bought once ends, in ms since 1970. */
export function monthsEnd(billing: CustomerBilling): number {
  return Math.max(...toMonthEntitlements(billing).map(({ endsAt }) => at(endsAt)), Number.NEGATIVE_INFINITY);
}

/**
 * A plan can wait for no less than this, in ms. Stripe takes the end of a trial from 48 hours ahead on (Checkout
 * Session, `subscription_data.trial_end`), and its clock and ours may differ.
 */
export const shortestWaitMs = 49 * 3_600_000;

/**
 * When a recurring plan that is bought at `now` is first billed, given the end of the months bought once: at that end,
 * so that none of their days is paid for twice. Null if it is billed at once: nothing runs, or less is left than a plan
 * can wait for.
 */
export function firstBilledAt(monthsEndAt: string | null, now: Date): string | null {
  return monthsEndAt !== null && at(monthsEndAt) - now.getTime() >= shortestWaitMs ? monthsEndAt : null;
}

/** The end of the months bought once that give access at `now` and follow one another; null if none does. */
export function monthsPaidUntil(billing: CustomerBilling, now: Date): string | null {
  return lastEntitlement(continuousEntitlements(toMonthEntitlements(billing), now))?.endsAt ?? null;
}

/** Whether a month bought once is to begin when a recurring plan has ended. */
export function isFollowedByMonth(purchase: RecurringPurchase, billing: CustomerBilling): boolean {
  return toMonthEntitlements(billing).some(({ startsAt }) => at(startsAt) >= recurringEnd(purchase, billing));
}
