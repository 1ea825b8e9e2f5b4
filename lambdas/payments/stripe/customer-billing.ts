import type Stripe from "stripe";
import { currentFunding, type FundedPeriod, traceFunding } from "../../../domain/plans/funding.ts";
import type { PaidPlanType } from "../../../domain/plans/plan.ts";
import { parseLookupKey } from "../../../domain/plans/price.ts";
import {
  type CustomerBilling,
  type PendingPurchase,
  type RecurringPurchase,
  type RecurringStatus,
  recurringStatuses,
} from "../../../domain/plans/purchase.ts";
import { listAll } from "./client.ts";
import { fetchCreditCents } from "./credit.ts";
import { fetchBillingHistory, subscriptionOf, toLedger } from "./ledger.ts";
import { fetchPayments } from "./returned-payments.ts";
import { toInstant, toPendingMonth, toSinglePurchase } from "./single-months.ts";

/** Metadata key of a subscription that starts after single months. */
export const waitsForMonthsKey = "waits_for_months";

/**
 * Metadata key of a change that resumes a cancelled subscription. The value identifies the cancellation, so that the
 * change does not remove a later cancellation. Stripe saves the metadata together with the change.
 */
export const resumesKey = "resumes_cancellation";

/** Returns the value of `resumesKey` for the present cancellation. */
export function cancellationMark(subscription: Stripe.Subscription): string | null {
  const { cancel_at, cancel_at_period_end, canceled_at } = subscription;
  const isCancelled = cancel_at !== null || cancel_at_period_end;
  return isCancelled && canceled_at !== null ? String(canceled_at) : null;
}

export function isToResume(subscription: Stripe.Subscription): boolean {
  const mark = cancellationMark(subscription);
  return mark !== null && subscription.ended_at === null && subscription.metadata[resumesKey] === mark;
}

function planOf(price: Stripe.Price): PaidPlanType | null {
  // A replaced price has lost its lookup key but keeps its metadata.
  return parseLookupKey(price.lookup_key ?? price.metadata["lookup_key"] ?? "")?.plan ?? null;
}

export function toRecurringStatus(status: string): RecurringStatus {
  // An unknown status gives no access.
  return recurringStatuses.find((known) => known === status) ?? "paused";
}

function scheduledEnd(subscription: Stripe.Subscription, periodEnd: number): number | null {
  const { cancel_at_period_end, cancel_at } = subscription;
  // A cancellation in the customer portal may set only `cancel_at`.
  if (cancel_at !== null) return cancel_at;
  return cancel_at_period_end ? periodEnd : null;
}

/**
 * In seconds since 1970. A trial with Parlance's metadata is a wait for the end of single months. Any other trial
 * counts as paid time.
 */
function billedFrom({ created, trial_end, metadata }: Stripe.Subscription): number {
  return metadata[waitsForMonthsKey] === "true" && trial_end !== null ? trial_end : created;
}

function firstPaidAt({ id }: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): string | null {
  const first = invoices.find(
    (invoice) => invoice.billing_reason === "subscription_create" && subscriptionOf(invoice) === id,
  );
  const seconds = first?.status_transitions.paid_at ?? null;
  return seconds === null ? null : toInstant(seconds);
}

function toRecurring(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  periods: readonly FundedPeriod[],
): RecurringPurchase | null {
  const [item] = subscription.items.data;
  const plan = item && planOf(item.price);
  if (!item || !plan) return null;
  const endsAt = subscription.ended_at ?? scheduledEnd(subscription, item.current_period_end);
  const periodStart = toInstant(item.current_period_start);
  const { funding, isPaid } = currentFunding(periods, subscription.id, periodStart);
  return {
    id: subscription.id,
    plan,
    status: toRecurringStatus(subscription.status),
    createdAt: toInstant(subscription.created),
    billedFrom: toInstant(billedFrom(subscription)),
    periodStart,
    periodEnd: toInstant(item.current_period_end),
    endsAt: endsAt === null ? null : toInstant(endsAt),
    ...(isToResume(subscription) && { isToResume: true }),
    dueCents: invoices
      .filter((invoice) => invoice.status === "open" && subscriptionOf(invoice) === subscription.id)
      .reduce((cents, { amount_remaining }) => cents + amount_remaining, 0),
    funding,
    isPeriodPaid: isPaid,
    firstPaidAt: firstPaidAt(subscription, invoices),
  };
}

/** Oldest first. The first payment of a plan does not name the plan, so the plan comes from its subscription. */
function listPending(
  intents: readonly Stripe.PaymentIntent[],
  subscriptions: readonly Stripe.Subscription[],
): PendingPurchase[] {
  const first = intents.find(({ status, metadata }) => status === "processing" && !metadata["billing"]);
  const begun = first ? subscriptions.filter(({ status }) => status === "incomplete") : [];
  const plans = begun.flatMap(({ items, created }): PendingPurchase[] => {
    const plan = items.data[0] && planOf(items.data[0].price);
    return plan ? [{ plan, billing: "monthly", cents: first?.amount ?? 0, since: toInstant(created) }] : [];
  });
  const months = intents.flatMap((intent) => toPendingMonth(intent) ?? []);
  return [...months, ...plans].toSorted((a, b) => a.since.localeCompare(b.since));
}

export async function fetchCustomerBilling(stripe: Stripe, customer: string): Promise<CustomerBilling> {
  const [subscriptions, history, { intents, returned }, creditCents] = await Promise.all([
    listAll(stripe.subscriptions.list({ customer, status: "all", limit: 100 })),
    fetchBillingHistory(stripe, customer),
    fetchPayments(stripe, customer),
    fetchCreditCents(stripe, customer),
  ]);
  const { periods, excessCents } = traceFunding(toLedger(history, returned));
  return {
    recurring: subscriptions.flatMap((subscription) => toRecurring(subscription, history.invoices, periods) ?? []),
    single: intents.flatMap((intent) => toSinglePurchase(intent, returned) ?? []),
    pending: listPending(intents, subscriptions),
    creditCents,
    excessCreditCents: excessCents,
  };
}
