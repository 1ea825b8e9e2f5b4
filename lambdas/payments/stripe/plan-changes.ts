import Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import { isPaymentOpen } from "../../../domain/plans/purchase.ts";
import type { PaymentToConfirm } from "../payment-provider.ts";
import { paymentOpenRefusal } from "../plan-refusals.ts";
import { toRecurringStatus } from "./customer-billing.ts";

/** How to let a subscription go on: flexible billing ends it by `cancel_at` alone, and only one of the two may be sent. */
function uncancelParams(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false };
  return subscription.cancel_at === null ? {} : { cancel_at: "" };
}

/** A subscription that can still be changed. */
async function requireChangeable(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { status } = subscription;
  if (status !== "canceled" && status !== "incomplete_expired") return subscription;
  throw new Refusal("no_active_plan", "Your plan has already ended.");
}

async function updateSubscription(
  stripe: Stripe,
  id: string,
  params: Stripe.SubscriptionUpdateParams,
): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.update(id, params);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // It may have ended since it was looked at.
    await requireChangeable(stripe, id);
    // The same code stands for a price or an item that is not there; those name their parameter.
    if (error.code !== "resource_missing" || error.param) throw error;
    throw new Refusal("no_payment_method", "You have no card to pay with. Add a card in the Customer Portal first.");
  }
}

/**
 * Says whether a subscription ends with its period.
 * @throws Refusal "no_active_plan" if it has ended
 */
export async function setEnding(stripe: Stripe, id: string, ending: boolean): Promise<void> {
  const change = ending ? { cancel_at_period_end: true } : uncancelParams(await requireChangeable(stripe, id));
  if (Object.keys(change).length > 0) await updateSubscription(stripe, id, change);
}

/** A renewal is a draft for about an hour before it is collected; until it is paid, its period is not. */
async function requirePaid(stripe: Stripe, { status, latest_invoice }: Stripe.Subscription): Promise<void> {
  if (isPaymentOpen({ status: toRecurringStatus(status) })) throw paymentOpenRefusal();
  const id = typeof latest_invoice === "string" ? latest_invoice : latest_invoice?.id;
  if (!id) return;
  const invoice = await stripe.invoices.retrieve(id);
  const isUnpaid = invoice.status === "draft" || invoice.status === "open";
  if (isUnpaid && invoice.billing_reason === "subscription_cycle") throw paymentOpenRefusal();
}

/** What was paid with the bill that a change made; nothing if it made none, as during a trial. */
function centsChargedBy(before: Stripe.Subscription, { latest_invoice: invoice }: Stripe.Subscription): number {
  if (!invoice || typeof invoice === "string") return 0;
  const former = typeof before.latest_invoice === "string" ? before.latest_invoice : before.latest_invoice?.id;
  return invoice.id === former ? 0 : invoice.amount_paid;
}

/** By this Stripe says that a change was not made because the cardholder has to confirm its payment. */
const requiresConfirmation = (error: unknown) =>
  error instanceof Stripe.errors.StripeCardError && error.code === "subscription_payment_intent_requires_action";

/** The page of a bill on which its payment is confirmed. */
function confirmationUrl(invoice: Stripe.Invoice): string {
  if (invoice.hosted_invoice_url) return invoice.hosted_invoice_url;
  throw new Error("The bill of a pending change has no page");
}

/** The bill on which a pending change waits; null if none does, or for another price, which is given up then. */
async function findPendingInvoice(stripe: Stripe, subscription: Stripe.Subscription, price: string) {
  const { pending_update: pending, latest_invoice: latest } = subscription;
  const id = typeof latest === "string" ? latest : latest?.id;
  if (!pending || !id) return null;
  const invoice = await stripe.invoices.retrieve(id);
  if (invoice.status !== "open") return null;
  if (pending.subscription_items?.some((item) => item.price.id === price)) return invoice;
  // A bill that is void takes its change with it.
  await stripe.invoices.voidInvoice(id);
  return null;
}

/**
 * Has a change wait for its payment to be confirmed. Such a change takes nothing but itself
 * (https://docs.stripe.com/billing/subscriptions/pending-updates-reference), so that a cancellation is not taken back with
 * it, and is given up by Stripe after 23 hours.
 */
async function changeOnceConfirmed(stripe: Stripe, before: Stripe.Subscription, item: string, price: string) {
  const changed = await stripe.subscriptions.update(before.id, {
    items: [{ id: item, price }],
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
    expand: ["latest_invoice"],
  });
  const { pending_update, latest_invoice } = changed;
  if (!pending_update) return { chargedCents: centsChargedBy(before, changed) };
  if (latest_invoice === null || typeof latest_invoice === "string") throw new Error("A pending change has no bill");
  return { confirmAt: confirmationUrl(latest_invoice) };
}

/**
 * Moves a subscription to another price at once; it then renews. If the cardholder has to confirm the payment, the answer
 * is the page on which to do so, and the change is made once that is done.
 * Why: docs/decisions/0016-changes-of-plan.md
 * @throws Refusal "no_active_plan" if it has ended, "payment_open" if its present period is not paid for yet,
 * "no_payment_method" if there is nothing to pay the difference with
 */
export async function changePlan(
  stripe: Stripe,
  id: string,
  price: string,
): Promise<{ chargedCents: number } | PaymentToConfirm> {
  const subscription = await requireChangeable(stripe, id);
  await requirePaid(stripe, subscription);
  const [item] = subscription.items.data;
  if (!item) throw new Error("A subscription without an item cannot be changed");
  const waiting = await findPendingInvoice(stripe, subscription, price);
  if (waiting) return { confirmAt: confirmationUrl(waiting) };
  try {
    // A declined card leaves everything as it was.
    const changed = await updateSubscription(stripe, id, {
      items: [{ id: item.id, price }],
      ...uncancelParams(subscription),
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      expand: ["latest_invoice"],
    });
    return { chargedCents: centsChargedBy(subscription, changed) };
  } catch (error) {
    if (!requiresConfirmation(error)) throw error;
    return changeOnceConfirmed(stripe, subscription, item.id, price);
  }
}
