import Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import { isPaymentOpen } from "../../../domain/plans/purchase.ts";
import type { PaymentToConfirm } from "../payment-provider.ts";
import { paymentOpenRefusal } from "../plan-refusals.ts";
import { createOnce } from "./create-once.ts";
import { cancellationMark, isToResume, resumesKey, toRecurringStatus } from "./customer-billing.ts";

/** Stripe refuses `cancel_at_period_end` together with `cancel_at`. */
function uncancelParams(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false };
  return subscription.cancel_at === null ? {} : { cancel_at: "" };
}

async function requireChangeable(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { status } = subscription;
  if (status !== "canceled" && status !== "incomplete_expired") return subscription;
  throw new Refusal("no_active_plan", "Your plan has ended.");
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
    // The subscription may have ended meanwhile.
    await requireChangeable(stripe, id);
    // Stripe reports a missing card with this code and no parameter, unlike a missing price or item.
    if (error.code !== "resource_missing" || error.param) throw error;
    throw new Refusal("no_payment_method", "You have no card to pay with. Add a card in the Customer Portal first.");
  }
}

/** A new cancellation clears `resumesKey`, so that an earlier change does not remove the new cancellation. */
export async function setEnding(stripe: Stripe, id: string, ending: boolean): Promise<void> {
  const change = ending
    ? { cancel_at_period_end: true, metadata: { [resumesKey]: "" } }
    : uncancelParams(await requireChangeable(stripe, id));
  if (Object.keys(change).length > 0) await updateSubscription(stripe, id, change);
}

export async function resumeChanged(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (!isToResume(subscription)) return;
  const params = uncancelParams(subscription);
  await createOnce(`resume-${id}-${cancellationMark(subscription)}`, (once) =>
    stripe.subscriptions.update(id, params, once),
  );
}

/** The invoice of a renewal is a draft for about an hour. */
async function requirePaid(stripe: Stripe, { status, latest_invoice }: Stripe.Subscription): Promise<void> {
  if (isPaymentOpen({ status: toRecurringStatus(status) })) throw paymentOpenRefusal();
  const id = typeof latest_invoice === "string" ? latest_invoice : latest_invoice?.id;
  if (!id) return;
  const invoice = await stripe.invoices.retrieve(id);
  const isUnpaid = invoice.status === "draft" || invoice.status === "open";
  if (isUnpaid && invoice.billing_reason === "subscription_cycle") throw paymentOpenRefusal();
}

/** If the change created no bill, the latest invoice is an earlier one. */
function centsChargedBy(before: Stripe.Subscription, { latest_invoice: invoice }: Stripe.Subscription): number {
  if (!invoice || typeof invoice === "string") return 0;
  const former = typeof before.latest_invoice === "string" ? before.latest_invoice : before.latest_invoice?.id;
  return invoice.id === former ? 0 : invoice.amount_paid;
}

const requiresConfirmation = (error: unknown) =>
  error instanceof Stripe.errors.StripeCardError && error.code === "subscription_payment_intent_requires_action";

function confirmationUrl(invoice: Stripe.Invoice): string {
  if (invoice.hosted_invoice_url) return invoice.hosted_invoice_url;
  throw new Error("The bill of a pending change has no page");
}

function isSameChange(
  { subscription_items: items, metadata }: Stripe.Subscription.PendingUpdate,
  price: string,
  mark: string | null,
): boolean {
  const resumes = mark === null || metadata?.[resumesKey] === mark;
  return resumes && items?.some((item) => item.price.id === price) === true;
}

async function findPendingInvoice(stripe: Stripe, subscription: Stripe.Subscription, price: string) {
  const { pending_update: pending, latest_invoice: latest } = subscription;
  const id = typeof latest === "string" ? latest : latest?.id;
  if (!pending || !id) return null;
  const invoice = await stripe.invoices.retrieve(id);
  if (invoice.status !== "open") return null;
  if (isSameChange(pending, price, cancellationMark(subscription))) return invoice;
  // Voiding an invoice cancels its pending change.
  await stripe.invoices.voidInvoice(id);
  return null;
}

/**
 * Requests a change that waits for the confirmation of its payment. Such a request cannot remove `cancel_at`. So its
 * metadata names the cancellation, and a sync after the confirmation removes that cancellation. Stripe drops an unpaid
 * change after at most 23 hours:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 */
async function changeOnceConfirmed(stripe: Stripe, before: Stripe.Subscription, item: string, price: string) {
  const mark = cancellationMark(before);
  const changed = await stripe.subscriptions.update(before.id, {
    items: [{ id: item, price }],
    ...(mark !== null && { metadata: { [resumesKey]: mark } }),
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
 * Why: docs/decisions/0016-changes-of-plan.md
 * @throws Refusal "no_active_plan", "payment_open", "no_payment_method"
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
    // If the card is declined, Stripe returns an error and changes nothing.
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
