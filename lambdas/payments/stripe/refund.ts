import Stripe from "stripe";
import { currentFunding, sumMoney, traceFunding } from "../../../domain/plans/funding.ts";
import { listAll } from "./client.ts";
import { restoreCredit } from "./credit.ts";
import { customerIdOf } from "./customers.ts";
import {
  type BillingHistory,
  billedUntil,
  fetchBillingHistory,
  listInvoicePayments,
  subscriptionOf,
  toLedger,
} from "./ledger.ts";
import { toInstant } from "./single-months.ts";

/** Refunds the rest of a payment. */
export async function refund(stripe: Stripe, intent: string, metadata: Record<string, string> = {}): Promise<void> {
  try {
    // Needs no idempotency key, because Stripe refunds a payment only up to its amount. With a key, a refund that fails
    // later could not be repeated.
    await stripe.refunds.create({ payment_intent: intent, metadata });
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (code !== "charge_already_refunded" && code !== "charge_disputed") throw error;
  }
}

/** Does not refund anything. */
export async function cancelImmediately(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false });
  } catch (error) {
    // Another call may have ended the subscription first.
    if ((await stripe.subscriptions.retrieve(id)).status !== "canceled") throw error;
  }
}

export async function voidInvoices(stripe: Stripe, subscription: string): Promise<void> {
  for (const { id } of await listAll(stripe.invoices.list({ subscription, status: "open", limit: 100 }))) {
    try {
      await stripe.invoices.voidInvoice(id);
    } catch (error) {
      // If the invoice was paid or voided meanwhile, there is nothing to void.
      if ((await stripe.invoices.retrieve(id)).status === "open") throw error;
    }
  }
}

function listRefundable(
  { id, items }: Stripe.Subscription,
  { invoices, transactions }: BillingHistory,
): { intents: string[]; creditCents: number } {
  const periodStart = items.data[0]?.current_period_start ?? 0;
  const ofPlan = (invoice: Stripe.Invoice) => subscriptionOf(invoice) === id;
  // Leaves out the plan's unpaid invoices. `cancelAndRefund` later voids the open ones, and Stripe then restores the
  // credit that they used.
  const settled = invoices.filter((invoice) => !ofPlan(invoice) || invoice.status === "paid");
  const { periods } = traceFunding(toLedger({ invoices: settled, transactions }, new Map()));
  const { funding } = currentFunding(periods, id, toInstant(periodStart));
  const present = settled.filter((invoice) => ofPlan(invoice) && billedUntil(invoice) > periodStart);
  // Payments that became credit for a later period no longer pay for this period.
  const isPaid = sumMoney(funding.paid) > 0;
  return {
    intents: isPaid ? present.flatMap(listInvoicePayments).map(({ intent }) => intent) : [],
    creditCents: sumMoney(funding.credit),
  };
}

export async function cancelAndRefund(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  // Read after the subscription, so that a renewal between the two reads is refunded too.
  const history = await fetchBillingHistory(stripe, customerIdOf(subscription));
  const { intents, creditCents } = listRefundable(subscription, history);
  // The refund comes first, because no later sync would repeat it for an ended subscription.
  for (const intent of intents) await refund(stripe, intent);
  await restoreCredit(stripe, subscription, history, creditCents);
  if (subscription.status !== "canceled") await cancelImmediately(stripe, id);
  await voidInvoices(stripe, id);
}
