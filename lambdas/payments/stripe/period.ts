import type Stripe from "stripe";

/** A payment of an invoice, by the payment intent that made it. Amounts are in US cents. */
export type InvoicePayment = { intent: string; cents: number };

/** Whether an invoice is for a subscription. */
export function isOf(subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean {
  const of = invoice.parent?.subscription_details?.subscription;
  return (typeof of === "string" ? of : of?.id) === subscription.id;
}

/**
 * Whether what an invoice bills reaches into a subscription's present period. It names the period before the one
 * that it bills; what is billed stands in its lines.
 */
export function billsPresentPeriod(subscription: Stripe.Subscription, { lines }: Stripe.Invoice): boolean {
  const [item] = subscription.items.data;
  return item !== undefined && lines.data.some(({ period }) => period.end > item.current_period_start);
}

/** The payments that were made of an invoice. */
export function paymentsIn(invoice: Stripe.Invoice): InvoicePayment[] {
  return (invoice.payments?.data ?? []).flatMap(({ payment, status, amount_paid }) => {
    const intent = typeof payment.payment_intent === "string" ? payment.payment_intent : payment.payment_intent?.id;
    return intent && status === "paid" ? [{ intent, cents: amount_paid ?? 0 }] : [];
  });
}

/** Of paid invoices with their payments, what was paid for a subscription's present period. */
export function paymentsOfPeriod(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): InvoicePayment[] {
  return invoices
    .filter((invoice) => isOf(subscription, invoice) && billsPresentPeriod(subscription, invoice))
    .flatMap(paymentsIn);
}
