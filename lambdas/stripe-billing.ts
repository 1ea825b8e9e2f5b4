import type Stripe from "stripe";
import type { PaidPlanType } from "../domain/plan.ts";
import { PaidPlan, parseLookupKey } from "../domain/price.ts";
import {
  type CustomerBilling,
  type RecurringPurchase,
  type RecurringStatus,
  recurringStatuses,
  type SinglePurchase,
} from "../domain/purchase.ts";
import { creditOf } from "./stripe-credit.ts";
import { isOf, paymentsOfPeriod } from "./stripe-period.ts";

/** Key in the metadata of a subscription that was sold to begin when months bought once are over. */
export const waitsKey = "waits_for_months";

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

function planOf(price: Stripe.Price): PaidPlanType | null {
  // A price that was replaced has lost its lookup key, but keeps its metadata.
  return parseLookupKey(price.lookup_key ?? price.metadata["lookup_key"] ?? "")?.plan ?? null;
}

/** The state of a subscription in this product's words. */
export function statusOf(status: string): RecurringStatus {
  // A state that this version does not know gives nothing.
  return recurringStatuses.find((known) => known === status) ?? "paused";
}

function endOf(subscription: Stripe.Subscription, periodEnd: number): number | null {
  const { cancel_at_period_end, cancel_at } = subscription;
  // Flexible billing sets only `cancel_at`.
  if (cancel_at !== null) return cancel_at;
  return cancel_at_period_end ? periodEnd : null;
}

/** A trial of this product's own making stands for months that were bought once; any other is a present. */
function billedFrom({ created, trial_end, metadata }: Stripe.Subscription): number {
  return metadata[waitsKey] === "true" && trial_end !== null ? trial_end : created;
}

/** By what the refund of a month is known that a plan which goes on leaves no time for. */
export const crowdedOut = { reason: "plan_goes_on" } as const;

/** A recurring subscription in this product's words; null for one that is not of this product. */
export function toRecurring(
  subscription: Stripe.Subscription,
  invoices: Readonly<Record<"paid" | "open", readonly Stripe.Invoice[]>>,
  reversedPayments: ReadonlySet<string>,
): RecurringPurchase | null {
  const [item] = subscription.items.data;
  const plan = item && planOf(item.price);
  if (!item || !plan) return null;
  const endsAt = subscription.ended_at ?? endOf(subscription, item.current_period_end);
  return {
    id: subscription.id,
    plan,
    status: statusOf(subscription.status),
    createdAt: instant(subscription.created),
    billedFrom: instant(billedFrom(subscription)),
    periodStart: instant(item.current_period_start),
    periodEnd: instant(item.current_period_end),
    endsAt: endsAt === null ? null : instant(endsAt),
    owedCents: invoices.open
      .filter((invoice) => isOf(subscription, invoice))
      .reduce((cents, { amount_remaining }) => cents + amount_remaining, 0),
    payments: paymentsOfPeriod(subscription, invoices.paid).map(({ intent, cents }) => ({
      cents,
      reversed: reversedPayments.has(intent),
    })),
  };
}

function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return latest_charge === null || typeof latest_charge === "string" ? null : latest_charge;
}

/** A refund that fails or is called off gives nothing back. */
const counts = ({ status }: Stripe.Refund) => status !== "failed" && status !== "canceled";

/** A month bought once in this product's words; null for any other payment, and while it is not paid. */
export function toSingle(intent: Stripe.PaymentIntent, reversedPayments: ReadonlySet<string>): SinglePurchase | null {
  const plan = PaidPlan.safeParse(intent.metadata["plan_type"]);
  if (!plan.success || intent.metadata["billing"] !== "once" || intent.status !== "succeeded") return null;
  const charge = chargeOf(intent);
  const paidAt = instant(charge?.created ?? intent.created);
  const given = charge?.refunds?.data.find(
    (refund) => counts(refund) && refund.metadata?.["reason"] === crowdedOut.reason,
  );
  return {
    id: intent.id,
    plan: plan.data,
    paidAt,
    cents: intent.amount,
    reversed: reversedPayments.has(intent.id),
    givenBackAt: given ? instant(given.created) : null,
  };
}

/** Whether all of a charge was given back. A refund can come back later on, so those that count are added up. */
function isGivenBack({ refunded, refunds, amount }: Stripe.Charge): boolean {
  if (!refunded || !refunds) return refunded;
  return refunds.data.filter(counts).reduce((cents, refund) => cents + refund.amount, 0) >= amount;
}

async function isLostDispute(stripe: Stripe, charge: Stripe.Charge): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
  // An inquiry ("warning_…") has moved no money yet.
  return data.some(({ status }) => status !== "won" && !status.startsWith("warning_"));
}

/** The payments that were given back in full, or are disputed and not won. */
async function reversedAmong(stripe: Stripe, intents: readonly Stripe.PaymentIntent[]): Promise<Set<string>> {
  const reversed = new Set<string>();
  for (const intent of intents) {
    const charge = chargeOf(intent);
    if (!charge) continue;
    if (isGivenBack(charge) || (charge.disputed && (await isLostDispute(stripe, charge)))) reversed.add(intent.id);
  }
  return reversed;
}

/** Reads what a customer bought once, and which of all their payments were given back. */
export async function readMonths(stripe: Stripe, customer: string) {
  const intents = await stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge.refunds"] });
  const reversed = await reversedAmong(stripe, intents.data);
  return { months: intents.data.flatMap((intent) => toSingle(intent, reversed) ?? []), reversed };
}

/** Reads everything that Stripe holds on a customer now, as far as access depends on it. */
export async function readBilling(stripe: Stripe, customer: string): Promise<CustomerBilling> {
  const [subscriptions, paid, open, { months, reversed }, creditCents] = await Promise.all([
    stripe.subscriptions.list({ customer, status: "all", limit: 100 }),
    // The newest come first, so those of the present period are among them.
    stripe.invoices.list({ customer, status: "paid", limit: 100, expand: ["data.payments"] }),
    stripe.invoices.list({ customer, status: "open", limit: 100 }),
    readMonths(stripe, customer),
    creditOf(stripe, customer),
  ]);
  const invoices = { paid: paid.data, open: open.data };
  return {
    recurring: subscriptions.data.flatMap((subscription) => toRecurring(subscription, invoices, reversed) ?? []),
    single: months,
    creditCents,
  };
}
