import Stripe from "stripe";
import { reverseCredit } from "./credit.ts";
import { billsPresentPeriod, paymentsIn } from "./period.ts";

/** Gives a payment back in full, unless that was done already or the cardholder's bank has taken it back. */
export async function refund(stripe: Stripe, intent: string, metadata: Record<string, string> = {}): Promise<void> {
  try {
    // Without an idempotency key: Stripe refunds a payment only once, and a failed refund can be tried again.
    await stripe.refunds.create({ payment_intent: intent, metadata });
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (code !== "charge_already_refunded" && code !== "charge_disputed") throw error;
  }
}

/** Ends a subscription at once, and gives nothing back for it. Harmless if done already. */
export async function endNow(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false });
  } catch (error) {
    // Another delivery of the same event may have ended it first.
    if ((await stripe.subscriptions.retrieve(id)).status !== "canceled") throw error;
  }
}

/** Voids what is open of a subscription that has ended. */
export async function voidInvoices(stripe: Stripe, subscription: string): Promise<void> {
  const { data: open } = await stripe.invoices.list({ subscription, status: "open", limit: 100 });
  for (const { id } of open) {
    try {
      await stripe.invoices.voidInvoice(id);
    } catch (error) {
      // Paid or voided in the meantime.
      if ((await stripe.invoices.retrieve(id)).status === "open") throw error;
    }
  }
}

/** Gives back what was paid for the present period of a subscription, and ends it. Harmless if done already. */
export async function cancelAndRefund(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  // Read afterwards, so that a renewal in between is given back too.
  const { data: invoices } = await stripe.invoices.list({
    subscription: id,
    status: "paid",
    limit: 100,
    expand: ["data.payments"],
  });
  const present = invoices.filter((invoice) => billsPresentPeriod(subscription, invoice));
  // Refund first: once a subscription has ended, nothing would trigger the refund again.
  for (const { intent } of present.flatMap(paymentsIn)) await refund(stripe, intent);
  await reverseCredit(stripe, subscription, present);
  if (subscription.status !== "canceled") await endNow(stripe, id);
  await voidInvoices(stripe, id);
}
