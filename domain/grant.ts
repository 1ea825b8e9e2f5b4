import type { PaidPlanType } from "./plan.ts";
import { paidPlanTypes } from "./price.ts";
import { type CustomerBilling, type RecurringPurchase, renewalRetryDays, type SinglePurchase } from "./purchase.ts";

const dayMs = 86_400_000;
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
export type Grant = {
  purchaseId: string;
  plan: PaidPlanType;
  recurring: boolean;
  startsAt: string;
  endsAt: string;
  /** Whether it is set not to go on at its end. */
  ending: boolean;
  renewalFailed: boolean;
};

function recurringEnd(purchase: RecurringPurchase): number {
  const periodEnd = at(purchase.periodEnd);
  const end = purchase.endsAt === null ? periodEnd : Math.min(periodEnd, at(purchase.endsAt));
  // The provider opens the new period before it is paid: until then access rests on the period before.
  return purchase.status === "past_due" ? Math.min(end, at(purchase.periodStart) + renewalRetryDays * dayMs) : end;
}

function grantOfRecurring(purchase: RecurringPurchase): Grant[] {
  const gives = purchase.status === "active" || purchase.status === "trialing" || purchase.status === "past_due";
  if (!gives || purchase.paymentReversed) return [];
  return [
    {
      purchaseId: purchase.id,
      plan: purchase.plan,
      recurring: true,
      startsAt: purchase.createdAt,
      endsAt: iso(recurringEnd(purchase)),
      ending: purchase.endsAt !== null,
      renewalFailed: purchase.status === "past_due",
    },
  ];
}

/** Months bought once follow one another: a second one begins where the first ends, so that none is wasted. */
function grantsOfSingle(purchases: readonly SinglePurchase[]): Grant[] {
  const valid = purchases.filter(({ reversed }) => !reversed).toSorted((a, b) => at(a.paidAt) - at(b.paidAt));
  const grants: Grant[] = [];
  for (const { id, plan, paidAt } of valid) {
    const before = grants.at(-1);
    const startsAt = before && at(before.endsAt) > at(paidAt) ? before.endsAt : paidAt;
    grants.push({
      purchaseId: id,
      plan,
      recurring: false,
      startsAt,
      endsAt: oneMonthAfter(startsAt),
      ending: false,
      renewalFailed: false,
    });
  }
  return grants;
}

const rank = ({ plan }: Grant) => paidPlanTypes.indexOf(plan);

export const goesOn = ({ recurring, ending }: Grant) => recurring && !ending;

/** The better grant first: one that goes on, then the higher plan, then the later end. */
export function compareGrants(a: Grant, b: Grant): number {
  return Number(goesOn(b)) - Number(goesOn(a)) || rank(b) - rank(a) || at(b.endsAt) - at(a.endsAt);
}

/** The end of the unbroken access that begins with `grant`: what else is paid for may outlast or follow it. */
export function unbrokenEnd(grant: Grant, grants: readonly Grant[]): string {
  let end = grant.endsAt;
  for (const next of grants.toSorted((a, b) => at(a.startsAt) - at(b.startsAt))) {
    if (at(next.startsAt) <= at(end) && at(next.endsAt) > at(end)) end = next.endsAt;
  }
  return end;
}

/** Everything that a customer's purchases give, past and to come. */
export function grantsOf({ recurring, single }: CustomerBilling): Grant[] {
  return [...recurring.flatMap(grantOfRecurring), ...grantsOfSingle(single)];
}
