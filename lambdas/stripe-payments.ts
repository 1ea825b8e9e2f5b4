import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../domain/refusal.ts";
import type { Payments } from "./payments.ts";
import { readBilling } from "./stripe-billing.ts";
import { expireOpenPages, findPrice, openCheckoutPage } from "./stripe-checkout.ts";
import { type StripeAccess, toRefusal } from "./stripe-client.ts";

/** A webhook's time may differ from ours by this much, in seconds. */
const toleranceSeconds = 300;

const Customer = z.union([z.string(), z.object({ id: z.string() })]);
const AboutCustomer = z.object({ customer: Customer });
const IsCustomer = z.object({ object: z.literal("customer"), id: z.string() });

/** The customer that an event's object is about: its own id, or that of the object it belongs to. */
async function customerOf(stripe: Stripe, object: unknown): Promise<string | null> {
  const itself = IsCustomer.safeParse(object);
  if (itself.success) return itself.data.id;
  const about = AboutCustomer.safeParse(object);
  if (about.success) return typeof about.data.customer === "string" ? about.data.customer : about.data.customer.id;
  // Refunds and disputes only name their charge.
  const charge = z.object({ charge: z.string() }).safeParse(object);
  if (!charge.success) return null;
  const { customer } = await stripe.charges.retrieve(charge.data.charge);
  return typeof customer === "string" ? customer : (customer?.id ?? null);
}

async function readEvent({ stripe, webhookSecret }: StripeAccess, rawBody: string, signature: string) {
  const event = (() => {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds);
    } catch {
      throw new Refusal("bad_signature", "The signature does not fit");
    }
  })();
  return { id: event.id, type: event.type, customerId: await customerOf(stripe, event.data.object) };
}

/** How to let a subscription go on: flexible billing ends it by `cancel_at` alone, and only one of the two may be sent. */
function goingOn(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false };
  return subscription.cancel_at === null ? {} : { cancel_at: "" };
}

async function setEnding(stripe: Stripe, id: string, ending: boolean): Promise<void> {
  const change = ending ? { cancel_at_period_end: true } : goingOn(await stripe.subscriptions.retrieve(id));
  if (Object.keys(change).length > 0) await stripe.subscriptions.update(id, change);
}

async function changePlan(stripe: Stripe, id: string, price: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (!item) throw new Error("A subscription without an item cannot be changed");
  // A declined card leaves everything as it was.
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price }],
    ...goingOn(subscription),
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });
}

/** Gives a payment back in full, unless that was done already or the cardholder's bank has taken it back. */
async function giveBack(stripe: Stripe, intent: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `undo-${intent}` });
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (code !== "charge_already_refunded" && code !== "charge_disputed") throw error;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The customer goes last: one who is gone has nothing left to end. */
async function closeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const found = await unlessMissing(stripe.customers.retrieve(customer));
  if (!found || found.deleted) return;
  // First the pages on which to pay: what is paid until then shows among the subscriptions.
  await expireOpenPages(stripe, customer);
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  for (const { id, status } of subscriptions) {
    if (status !== "canceled" && status !== "incomplete_expired") await endNow(stripe, id);
  }
  await unlessMissing(stripe.customers.del(customer));
}

async function endNow(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false });
  } catch (error) {
    // Another delivery of the same news may have been faster.
    if ((await stripe.subscriptions.retrieve(id)).status !== "canceled") throw error;
  }
}

async function undo(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.payments"] });
  const invoice = subscription.latest_invoice;
  const payments = invoice !== null && typeof invoice !== "string" ? (invoice.payments?.data ?? []) : [];
  // The money first: nobody asks for the undoing of a subscription that has ended.
  for (const { payment, status } of payments) {
    const intent = typeof payment.payment_intent === "string" ? payment.payment_intent : payment.payment_intent?.id;
    if (intent && status === "paid") await giveBack(stripe, intent);
  }
  if (subscription.status !== "canceled") await endNow(stripe, id);
}

/** Stripe as the payment provider. */
export function stripePayments(access: () => Promise<StripeAccess>): Payments {
  const using = async <Result>(work: (access: StripeAccess) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await access());
    } catch (error) {
      throw toRefusal(error);
    }
  };
  return {
    createCustomer: (userId, email) =>
      using(async ({ stripe }) => {
        const customer = { email, metadata: { user_id: userId } };
        return (await stripe.customers.create(customer, { idempotencyKey: `customer-${userId}` })).id;
      }),
    billingOf: (customerId) => using(({ stripe }) => readBilling(stripe, customerId)),
    openCheckout: (customer, userId, choice, origin) =>
      using(async ({ stripe }) => {
        const url = await openCheckoutPage(stripe, { customer, userId }, choice, origin);
        if (url) return url;
        throw new Refusal("checkout_under_way", "Another plan was chosen just now. Please try again.");
      }),
    changePlan: (id, plan) =>
      using(async ({ stripe }) => changePlan(stripe, id, await findPrice(stripe, { plan, billing: "monthly" }))),
    setEnding: (id, ending) => using(({ stripe }) => setEnding(stripe, id, ending)),
    undo: (id) => using(({ stripe }) => undo(stripe, id)),
    closeCustomer: (customer) => using(({ stripe }) => closeCustomer(stripe, customer)),
    openPortal: (customer, returnUrl) =>
      using(
        async ({ stripe }) => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
    readEvent: (rawBody, signature) => using((connected) => readEvent(connected, rawBody, signature)),
  };
}
