import type Stripe from "stripe";
import { PaidPlan } from "../../../domain/plans/price.ts";
import { expireOpenSessions } from "./checkout.ts";
import { listAll, nullIfMissing } from "./client.ts";
import { subscriptionOf } from "./ledger.ts";
import { cancelImmediately, refund } from "./refund.ts";

/** Metadata key of a payment that was in progress when its customer's account was closed. */
const closedKey = "account_closed";

export function isOfClosedAccount({ metadata }: { metadata: Readonly<Record<string, unknown>> }): boolean {
  return metadata[closedKey] === "true";
}

const isOwn = (metadata: Stripe.Metadata | null | undefined) => PaidPlan.safeParse(metadata?.["plan_type"]).success;

async function ownInvoices(stripe: Stripe, customer: string, status: "open" | "paid"): Promise<Stripe.Invoice[]> {
  const invoices = await listAll(stripe.invoices.list({ customer, status, limit: 100, expand: ["data.payments"] }));
  return invoices.filter(({ parent }) => isOwn(parent?.subscription_details?.metadata));
}

function paymentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ status, payment: { payment_intent: intent } }) =>
    status !== "canceled" && intent ? [typeof intent === "string" ? intent : intent.id] : [],
  );
}

/**
 * Stripe cannot cancel the payment of a completed Checkout Session:
 * https://docs.stripe.com/api/payment_intents/cancel
 */
async function markProcessingPayments(stripe: Stripe, customer: string): Promise<void> {
  const [intents, invoices] = await Promise.all([
    listAll(stripe.paymentIntents.list({ customer, limit: 100 })),
    ownInvoices(stripe, customer, "open"),
  ]);
  const billed = new Set(invoices.flatMap(paymentsOf));
  for (const { id, status, metadata } of intents) {
    const isUnderWay = status === "processing" && (isOwn(metadata) || billed.has(id));
    if (isUnderWay) await stripe.paymentIntents.update(id, { metadata: { [closedKey]: "true" } });
  }
}

/** Deletes the customer last, because a repeated call does not search a deleted customer for plans to end. */
export async function closeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const found = await nullIfMissing(stripe.customers.retrieve(customer));
  if (!found) return;
  // Payment pages are closed first, so that they start no payment after the list is read.
  if (!found.deleted) await expireOpenSessions(stripe, customer);
  await nullIfMissing(markProcessingPayments(stripe, customer));
  if (found.deleted) return;
  const subscriptions = await listAll(stripe.subscriptions.list({ customer, status: "all", limit: 100 }));
  for (const { id, status } of subscriptions) {
    if (status !== "canceled" && status !== "incomplete_expired") await cancelImmediately(stripe, id);
  }
  await nullIfMissing(stripe.customers.del(customer));
}

async function listPaidAfterClosing(stripe: Stripe, customer: string): Promise<string[]> {
  const intents = await listAll(stripe.paymentIntents.list({ customer, limit: 100 }));
  return intents.filter((intent) => isOfClosedAccount(intent) && intent.status === "succeeded").map(({ id }) => id);
}

async function isPaidAfterEnd(stripe: Stripe, invoice: Stripe.Invoice): Promise<boolean> {
  const of = subscriptionOf(invoice);
  const { paid_at } = invoice.status_transitions;
  if (of === null || paid_at === null) return false;
  const { ended_at } = await stripe.subscriptions.retrieve(of);
  return ended_at !== null && paid_at > ended_at;
}

async function listPaidAfterEnd(stripe: Stripe, customer: string): Promise<string[]> {
  const late: string[] = [];
  for (const invoice of await ownInvoices(stripe, customer, "paid")) {
    const payments = paymentsOf(invoice);
    if (payments.length > 0 && (await isPaidAfterEnd(stripe, invoice))) late.push(...payments);
  }
  return late;
}

export async function refundLatePayments(stripe: Stripe, customer: string): Promise<boolean> {
  const closed = (await nullIfMissing(listPaidAfterClosing(stripe, customer))) ?? [];
  const ended = (await nullIfMissing(listPaidAfterEnd(stripe, customer))) ?? [];
  const late = new Set([...closed, ...ended]);
  for (const id of late) await refund(stripe, id, { reason: closedKey });
  return late.size > 0;
}
