import type Stripe from "stripe";
import { PaidPlan } from "../../../domain/plans/price.ts";
import { expireOpenSessions } from "./checkout.ts";
import { listAll, nullIfMissing } from "./client.ts";
import { subscriptionOf } from "./ledger.ts";
import { cancelImmediately, refund } from "./refund.ts";

/** Key in the metadata of a payment that was under way when its customer's account was closed. */
const closedKey = "account_closed";

/** Whether an object has the mark of a payment that was under way when its customer's account was closed. */
export function isOfClosedAccount({ metadata }: { metadata: Readonly<Record<string, unknown>> }): boolean {
  return metadata[closedKey] === "true";
}

const isOwn = (metadata: Stripe.Metadata | null | undefined) => PaidPlan.safeParse(metadata?.["plan_type"]).success;

/** The invoices of a customer for plans of this product. */
async function ownInvoices(stripe: Stripe, customer: string, status: "open" | "paid"): Promise<Stripe.Invoice[]> {
  const invoices = await listAll(stripe.invoices.list({ customer, status, limit: 100, expand: ["data.payments"] }));
  return invoices.filter(({ parent }) => isOwn(parent?.subscription_details?.metadata));
}

/** The payments that were made of an invoice, or are being made. */
function paymentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ status, payment: { payment_intent: intent } }) =>
    status !== "canceled" && intent ? [typeof intent === "string" ? intent : intent.id] : [],
  );
}

/**
 * Marks the payments that a bank is still making for this product. They cannot be cancelled: Stripe cancels the payment of
 * a Checkout Session only before it is captured (https://docs.stripe.com/api/payment_intents/cancel). The mark is there
 * when the account no longer is.
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

/**
 * Ends everything that a customer pays for, and removes the customer. The customer goes last: one who is gone has
 * nothing left to end.
 */
export async function closeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const found = await nullIfMissing(stripe.customers.retrieve(customer));
  if (!found) return;
  // First the pages on which to pay: what is paid until then shows among the payments and subscriptions.
  if (!found.deleted) await expireOpenSessions(stripe, customer);
  await nullIfMissing(markProcessingPayments(stripe, customer));
  if (found.deleted) return;
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  for (const { id, status } of subscriptions) {
    if (status !== "canceled" && status !== "incomplete_expired") await cancelImmediately(stripe, id);
  }
  await nullIfMissing(stripe.customers.del(customer));
}

/** The payments that were under way when the account was closed, and have arrived. */
async function listPaidAfterClosing(stripe: Stripe, customer: string): Promise<string[]> {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
  return data.filter((intent) => isOfClosedAccount(intent) && intent.status === "succeeded").map(({ id }) => id);
}

/** Whether an invoice was paid after its subscription had ended, so that it bought nothing. */
async function isPaidAfterEnd(stripe: Stripe, invoice: Stripe.Invoice): Promise<boolean> {
  const of = subscriptionOf(invoice);
  const { paid_at } = invoice.status_transitions;
  if (of === null || paid_at === null) return false;
  const { ended_at } = await stripe.subscriptions.retrieve(of);
  return ended_at !== null && paid_at > ended_at;
}

/** The payments of bills that were paid after their subscription had ended. */
async function listPaidAfterEnd(stripe: Stripe, customer: string): Promise<string[]> {
  const late: string[] = [];
  for (const invoice of await ownInvoices(stripe, customer, "paid")) {
    const payments = paymentsOf(invoice);
    if (payments.length > 0 && (await isPaidAfterEnd(stripe, invoice))) late.push(...payments);
  }
  return late;
}

/** Refunds what a customer who is gone paid for nothing, and returns whether there is any such payment. */
export async function refundLatePayments(stripe: Stripe, customer: string): Promise<boolean> {
  const closed = (await nullIfMissing(listPaidAfterClosing(stripe, customer))) ?? [];
  const ended = (await nullIfMissing(listPaidAfterEnd(stripe, customer))) ?? [];
  const late = new Set([...closed, ...ended]);
  for (const id of late) await refund(stripe, id, { reason: closedKey });
  return late.size > 0;
}
