import Stripe from "stripe";
import { isPaymentOpen } from "../domain/purchase.ts";
import { Refusal } from "../domain/refusal.ts";
import { paymentOpen } from "./plan-refusals.ts";
import { statusOf } from "./stripe-billing.ts";

/** How to let a subscription go on: flexible billing ends it by `cancel_at` alone, and only one of the two may be sent. */
function goingOn(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false };
  return subscription.cancel_at === null ? {} : { cancel_at: "" };
}

/** A subscription that can still be changed. */
async function needRunning(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { status } = subscription;
  if (status !== "canceled" && status !== "incomplete_expired") return subscription;
  throw new Refusal("no_active_plan", "Your plan has ended already.");
}

async function update(
  stripe: Stripe,
  id: string,
  params: Stripe.SubscriptionUpdateParams,
): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.update(id, params);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // It may have ended since it was looked at.
    await needRunning(stripe, id);
    // The same code stands for a price or an item that is not there; those name their parameter.
    if (error.code !== "resource_missing" || error.param) throw error;
    throw new Refusal("no_payment_method", "There is no card to pay with. Add one in the Customer Portal first.");
  }
}

/**
 * Says whether a subscription ends with its period.
 * @throws Refusal "no_active_plan" if it has ended
 */
export async function setEnding(stripe: Stripe, id: string, ending: boolean): Promise<void> {
  const change = ending ? { cancel_at_period_end: true } : goingOn(await needRunning(stripe, id));
  if (Object.keys(change).length > 0) await update(stripe, id, change);
}

/** A renewal is a draft for about an hour before it is collected; until it is paid, its period is not. */
async function needPaid(stripe: Stripe, { status, latest_invoice }: Stripe.Subscription): Promise<void> {
  if (isPaymentOpen({ status: statusOf(status) })) throw paymentOpen();
  const id = typeof latest_invoice === "string" ? latest_invoice : latest_invoice?.id;
  if (!id) return;
  const invoice = await stripe.invoices.retrieve(id);
  const isUnpaid = invoice.status === "draft" || invoice.status === "open";
  if (isUnpaid && invoice.billing_reason === "subscription_cycle") throw paymentOpen();
}

/** What was paid with the bill that a change made; nothing if it made none, as during a trial. */
function chargedBy(before: Stripe.Subscription, { latest_invoice: invoice }: Stripe.Subscription): number {
  if (!invoice || typeof invoice === "string") return 0;
  const former = typeof before.latest_invoice === "string" ? before.latest_invoice : before.latest_invoice?.id;
  return invoice.id === former ? 0 : invoice.amount_paid;
}

/**
 * Moves a subscription to another price at once; it then renews. Answers with what was charged, in US cents.
 * @throws Refusal "no_active_plan" if it has ended, "payment_open" if its present period is not paid for yet,
 * "no_payment_method" if there is nothing to pay the difference with
 */
export async function changePlan(stripe: Stripe, id: string, price: string): Promise<number> {
  const subscription = await needRunning(stripe, id);
  await needPaid(stripe, subscription);
  const [item] = subscription.items.data;
  if (!item) throw new Error("A subscription without an item cannot be changed");
  // A declined card leaves everything as it was.
  const changed = await update(stripe, id, {
    items: [{ id: item.id, price }],
    ...goingOn(subscription),
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  return chargedBy(subscription, changed);
}
