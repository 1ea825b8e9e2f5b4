import {
  compareEntitlements,
  continuousEntitlements,
  type Entitlement,
  isRunning,
  lastEntitlement,
  renews,
  toEntitlements,
} from "./entitlement.ts";
import type { PaidPlanType } from "./plan.ts";
import { type CustomerBilling, type RecurringPurchase, waitsForMonths } from "./purchase.ts";
import { createFreeSubscription, maxStages, type Stage, type Subscription } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);

/**
 * Only the row records the cancellation of a single month. The record is valid while the row names the same purchase.
 */
function isCancelled(entitlement: Entitlement, previous: Subscription): boolean {
  if (entitlement.recurring) return entitlement.ending;
  return (
    previous.stripe_subscription_id === entitlement.purchaseId && previous.plan_type !== "free" && !previous.active
  );
}

const describeRenewingPlan = (entitlement: Entitlement): PlanInForce => ({
  named: entitlement,
  plan: entitlement.plan,
  startsAt: entitlement.startsAt,
});

/** A plan cancelled before its first bill adds no access. Until the planned first bill, single months give access. */
function findPlanCancelledBeforeStart(
  { purchaseId, ending }: Entitlement,
  { recurring }: CustomerBilling,
): RecurringPurchase | undefined {
  return ending ? recurring.find((purchase) => purchase.id === purchaseId && waitsForMonths(purchase)) : undefined;
}

/**
 * Consecutive entitlements count as one, so that the row's end remains correct when one purchase follows another
 * without a sync.
 */
function describeEndingAccess(chain: readonly Entitlement[], billing: CustomerBilling): PlanInForce | null {
  const named = lastEntitlement(chain);
  const [first] = chain;
  const [highest = named] = chain
    .filter((entitlement) => !findPlanCancelledBeforeStart(entitlement, billing))
    .toSorted(compareEntitlements);
  return named && first && highest ? { named, plan: highest.plan, startsAt: first.startsAt } : null;
}

type PlanInForce = { named: Entitlement; plan: PaidPlanType; startsAt: string };

type PlanIndependentFields = Pick<
  Subscription,
  | "user_id"
  | "stripe_customer_id"
  | "former_customer_ids"
  | "pending"
  | "updated_at"
  | "synced_at"
  | "credit_cents"
  | "given_back"
  | "last_paid"
>;

function toPending({ pending: [first] }: CustomerBilling): Pick<Subscription, "pending"> {
  if (!first) return {};
  const { plan, ...facts } = first;
  return { pending: { plan_type: plan, ...facts } };
}

function toStages(entitlements: readonly Entitlement[], now: Date): Stage[] {
  return entitlements
    .filter(
      (entitlement) =>
        renews(entitlement) ||
        (at(entitlement.endsAt) > now.getTime() && at(entitlement.endsAt) > at(entitlement.paidFrom)),
    )
    .toSorted((a, b) => at(a.paidFrom) - at(b.paidFrom) || a.purchaseId.localeCompare(b.purchaseId))
    .slice(0, maxStages)
    .map((entitlement) => ({
      plan_type: entitlement.plan,
      starts_at: entitlement.paidFrom,
      ends_at: renews(entitlement) ? null : entitlement.endsAt,
      recurring: entitlement.recurring,
    }));
}

function amountDueFields(named: Entitlement, { recurring }: CustomerBilling): Partial<Subscription> {
  const purchase = recurring.find(({ id }) => id === named.purchaseId);
  if (!purchase) return {};
  const { dueCents, periodEnd, status } = purchase;
  if (named.renewalFailed) return { renewal_failed: true, owed_cents: dueCents, period_end: periodEnd };
  return status === "trialing" && !named.ending ? { first_billed_at: periodEnd } : {};
}

function toRow(
  { named, plan, startsAt }: PlanInForce,
  billing: CustomerBilling,
  previous: Subscription,
  base: PlanIndependentFields,
  now: Date,
) {
  const stages = toStages(toEntitlements(billing), now);
  const off = findPlanCancelledBeforeStart(named, billing);
  return {
    ...base,
    plan_type: plan,
    active: !isCancelled(named, previous),
    start_date: startsAt,
    end_date: named.endsAt,
    stripe_subscription_id: named.purchaseId,
    ...amountDueFields(named, billing),
    ...(off ? { called_off: { plan_type: off.plan, first_billed_at: off.billedFrom } } : {}),
    // A single stage adds nothing to the row, except if the row names a plan that was cancelled before its start.
    ...(stages.length > 1 || off ? { stages } : {}),
  };
}

const latest = <Dated extends { at: string }>(dated: readonly Dated[]): Dated | undefined =>
  dated.toSorted((a, b) => at(b.at) - at(a.at))[0];

function findLastPaid({ single, recurring }: CustomerBilling): Subscription["last_paid"] {
  const months = single.map(({ cents, returnedCents, paidAt }) => ({ cents: cents - returnedCents, at: paidAt }));
  const periods = recurring.map(({ funding, createdAt, periodStart }) => ({
    cents: funding.paid.kept,
    at: at(periodStart) < at(createdAt) ? createdAt : periodStart,
  }));
  return latest([...months, ...periods].filter(({ cents }) => cents > 0));
}

function customerFields(billing: CustomerBilling): Pick<Subscription, "credit_cents" | "given_back" | "last_paid"> {
  const { creditCents, single } = billing;
  const superseded = latest(
    single.flatMap(({ plan, cents, supersededAt }) =>
      supersededAt ? [{ plan_type: plan, cents, at: supersededAt }] : [],
    ),
  );
  const paid = findLastPaid(billing);
  return {
    ...(creditCents !== 0 ? { credit_cents: creditCents } : {}),
    ...(superseded ? { given_back: superseded } : {}),
    ...(paid ? { last_paid: paid } : {}),
  };
}

function withoutPlanFields({
  renewal_failed: _,
  owed_cents: __,
  period_end: ___,
  first_billed_at: ____,
  stages: _____,
  called_off: ______,
  ...row
}: Subscription) {
  return row;
}

export function downgrade(row: Subscription, now: Date): Subscription {
  const end = row.end_date !== null && at(row.end_date) < now.getTime() ? row.end_date : now.toISOString();
  return { ...withoutPlanFields(row), plan_type: "free", active: false, end_date: end, updated_at: now.toISOString() };
}

export function withFreePlan(row: Subscription, now: Date): Subscription {
  const { stripe_subscription_id: _, ...facts } = withoutPlanFields(row);
  return { ...facts, ...createFreeSubscription(row.user_id, now) };
}

/** `askedAt` is the time of the request to the provider. The response may lack later changes. */
type SyncTimes = { askedAt: Date; now: Date };

export function subscriptionFromBilling(
  billing: CustomerBilling,
  previous: Subscription,
  customerId: string,
  { askedAt, now }: SyncTimes,
): Subscription {
  const entitlements = toEntitlements(billing);
  const [lasting] = entitlements
    .filter((entitlement) => renews(entitlement) && isRunning(entitlement, now))
    .toSorted(compareEntitlements);
  const planInForce = lasting
    ? describeRenewingPlan(lasting)
    : describeEndingAccess(continuousEntitlements(entitlements, now), billing);
  const base: PlanIndependentFields = {
    user_id: previous.user_id,
    stripe_customer_id: customerId,
    ...(previous.former_customer_ids ? { former_customer_ids: previous.former_customer_ids } : {}),
    updated_at: now.toISOString(),
    synced_at: askedAt.toISOString(),
    ...toPending(billing),
    ...customerFields(billing),
  };
  if (planInForce) return toRow(planInForce, billing, previous, base, now);
  const { credit_cents: _, given_back: __, pending: ___, last_paid: ____, ...rest } = withoutPlanFields(previous);
  const synced = { ...rest, ...base };
  return previous.plan_type === "free" ? synced : downgrade(synced, now);
}

/** A database may return keys in another order. */
const sortKeys = (_key: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => left.localeCompare(right)))
    : value;

export function hasSameFacts(a: Subscription, b: Subscription): boolean {
  const facts = ({ updated_at: _, synced_at: __, revision: ___, ...rest }: Subscription) =>
    JSON.stringify(rest, sortKeys);
  return facts(a) === facts(b);
}
