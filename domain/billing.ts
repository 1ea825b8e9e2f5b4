import * as z from "zod/mini";
import { type PaidPlanType, planTypes } from "./plan.ts";
import { accessEnd, type Subscription } from "./subscription.ts";

/** The version of Stripe's API on which the handlers, the webhook endpoint and the SDK's types agree. */
export const stripeApiVersion = "2026-10-28.endive";

/** The events of Stripe after which a learner's plan may be another one; the webhook endpoint is registered for them. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

/** How a paid plan is bought: renewed every month, or one month once. */
export const billings = ["monthly", "once"] as const;
export const Billing = z.enum(billings);
export type Billing = z.infer<typeof Billing>;

/** The paid plans, in ascending order. */
export const paidPlanTypes: readonly PaidPlanType[] = planTypes.filter((type) => type !== "free");
export const PaidPlan = z.enum(paidPlanTypes);

/** The name under which the payment provider knows a price, so that no id is configured by hand. */
export function priceLookupKey(plan: PaidPlanType, billing: Billing): string {
  return `parlance_${plan}_${billing}`;
}

/** The plan and billing that a lookup key stands for; null for a key that is not of this product. */
export function parseLookupKey(key: string): { plan: PaidPlanType; billing: Billing } | null {
  const [product, plan, billing, ...rest] = key.split("_");
  const known = PaidPlan.safeParse(plan);
  const way = Billing.safeParse(billing);
  return product === "parlance" && rest.length === 0 && known.success && way.success
    ? { plan: known.data, billing: way.data }
    : null;
}

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
  periodStart: string;
  periodEnd: string;
  /** When it is set to end; null while it is to renew. */
  endsAt: string | null;
  /** Whether the payment of the present period was given back or is disputed. */
  paymentReversed: boolean;
};

/** One month bought once. */
export type SinglePurchase = {
  /** Id of the payment, "pi_…". */
  id: string;
  plan: PaidPlanType;
  paidAt: string;
  /** Whether the payment was given back in full or is disputed. */
  reversed: boolean;
};

/** Everything that the payment provider holds on a customer, as far as access depends on it. */
export type CustomerBilling = {
  recurring: readonly RecurringPurchase[];
  single: readonly SinglePurchase[];
};

/** A failed renewal is tried again for this long, in days; access goes on meanwhile. */
export const renewalRetryDays = 14;

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
type Grant = {
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

/** Whether a grant gives access at `now`, judged as the row is in which it would be stored. */
function isRunning({ purchaseId, startsAt, endsAt, ending, renewalFailed }: Grant, now: Date): boolean {
  const facts = { stripe_subscription_id: purchaseId, active: !ending, renewal_failed: renewalFailed };
  const end = accessEnd({ ...facts, end_date: endsAt });
  return at(startsAt) <= now.getTime() && (end === null || end > now);
}

const goesOn = ({ recurring, ending }: Grant) => recurring && !ending;

/** The better grant first: one that goes on, then the higher plan, then the later end. */
function compareGrants(a: Grant, b: Grant): number {
  return Number(goesOn(b)) - Number(goesOn(a)) || rank(b) - rank(a) || at(b.endsAt) - at(a.endsAt);
}

/** The end of the unbroken access that begins with `grant`: what else is paid for may outlast or follow it. */
function unbrokenEnd(grant: Grant, grants: readonly Grant[]): string {
  let end = grant.endsAt;
  for (const next of grants.toSorted((a, b) => at(a.startsAt) - at(b.startsAt))) {
    if (at(next.startsAt) <= at(end) && at(next.endsAt) > at(end)) end = next.endsAt;
  }
  return end;
}

function rowOf(grant: Grant, grants: readonly Grant[], previous: Subscription | null, base: Base): Subscription {
  const wasCancelled =
    !grant.recurring &&
    previous !== null &&
    previous.stripe_subscription_id === grant.purchaseId &&
    previous.plan_type !== "free" &&
    !previous.active;
  return {
    ...base,
    plan_type: grant.plan,
    active: !grant.ending && !wasCancelled,
    start_date: grant.startsAt,
    end_date: goesOn(grant) ? grant.endsAt : unbrokenEnd(grant, grants),
    stripe_subscription_id: grant.purchaseId,
    ...(grant.renewalFailed ? { renewal_failed: true } : {}),
  };
}

type Base = Pick<Subscription, "user_id" | "stripe_customer_id" | "updated_at" | "synced_at">;

/** A paid row whose access is over: free and inactive, with the end it had. */
export function downgraded(row: Subscription, now: Date): Subscription {
  const { renewal_failed: _, ...rest } = row;
  const end = row.end_date !== null && at(row.end_date) < now.getTime() ? row.end_date : now.toISOString();
  return { ...rest, plan_type: "free", active: false, end_date: end, updated_at: now.toISOString() };
}

/**
 * What a learner's row must say, given all that the payment provider holds on them now. Of several purchases that give
 * access the best one counts; without any, a paid row is downgraded and any other stays as it is.
 * A learner's own cancelling of a month bought once is not known to the provider and is taken from `previous`.
 */
export function subscriptionFromBilling(
  billing: CustomerBilling,
  previous: Subscription,
  customerId: string,
  now: Date,
): Subscription {
  const grants = [...billing.recurring.flatMap(grantOfRecurring), ...grantsOfSingle(billing.single)];
  const [best] = grants.filter((grant) => isRunning(grant, now)).toSorted(compareGrants);
  const base: Base = {
    user_id: previous.user_id,
    stripe_customer_id: customerId,
    updated_at: now.toISOString(),
    synced_at: now.toISOString(),
  };
  if (best) return rowOf(best, grants, previous, base);
  const synced = { ...previous, ...base };
  return previous.plan_type === "free" ? synced : downgraded(synced, now);
}

/** Whether a purchase still stands in the way of buying another recurring plan. */
export function isLiveRecurring({ status }: RecurringPurchase): boolean {
  return status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";
}

/** The recurring plans that stand in the way of another one, the one to keep first. */
export function liveRecurring({ recurring }: CustomerBilling): RecurringPurchase[] {
  return recurring
    .filter(isLiveRecurring)
    .toSorted((a, b) => at(a.createdAt) - at(b.createdAt) || a.id.localeCompare(b.id));
}

/**
 * The recurring plans to undo before the provider's word is taken: one whose payment was given back or is disputed, which
 * would go on charging for what gives nothing, and of several others all but the oldest.
 */
export function plansToUndo(billing: CustomerBilling): RecurringPurchase[] {
  const live = liveRecurring(billing);
  const reversed = live.filter(({ paymentReversed }) => paymentReversed);
  const [, ...duplicates] = live.filter(({ paymentReversed }) => !paymentReversed);
  return [...reversed, ...duplicates];
}

/** Whether a live recurring plan can no longer be collected for: it gives nothing, and stands in the way of another. */
export function isUncollectable({ status, periodStart }: RecurringPurchase, now: Date): boolean {
  if (status === "unpaid") return true;
  return status === "past_due" && at(periodStart) + renewalRetryDays * dayMs <= now.getTime();
}

/** Whether two rows say the same about the learner's plan, whenever they were written. */
export function sameFacts(a: Subscription, b: Subscription): boolean {
  const facts = ({ updated_at: _, synced_at: __, revision: ___, ...rest }: Subscription) =>
    JSON.stringify(Object.entries(rest).toSorted(([left], [right]) => left.localeCompare(right)));
  return facts(a) === facts(b);
}
