import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../domain/refusal.ts";
import type { Payments } from "./payments.ts";
import { readBilling } from "./stripe-billing.ts";
import { changePlan, setEnding } from "./stripe-changes.ts";
import { findPrice, openCheckoutPage } from "./stripe-checkout.ts";
import { type StripeAccess, toRefusal } from "./stripe-client.ts";
import { closeCustomer } from "./stripe-closing.ts";
import { forgive, undo } from "./stripe-undo.ts";

/** A webhook's time may differ from ours by this much, in seconds. */
const toleranceSeconds = 300;

const Customer = z.union([z.string(), z.object({ id: z.string() })]);
const AboutCustomer = z.object({ customer: Customer });
const IsCustomer = z.object({ object: z.literal("customer"), id: z.string() });

/** What every event has: https://docs.stripe.com/api/events/object */
const SignedEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) });

const badEvent = (what: string) => new Refusal("bad_request", what);

async function customerOfCharge(stripe: Stripe, id: string): Promise<string | null> {
  try {
    const { customer } = await stripe.charges.retrieve(id);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    throw isMissing ? badEvent("The event names a charge that does not exist") : error;
  }
}

/** The customer that an event's object is about: its own id, or that of the object it belongs to. */
async function customerOf(stripe: Stripe, object: unknown): Promise<string | null> {
  const itself = IsCustomer.safeParse(object);
  if (itself.success) return itself.data.id;
  const about = AboutCustomer.safeParse(object);
  if (about.success) return typeof about.data.customer === "string" ? about.data.customer : about.data.customer.id;
  // Refunds and disputes only name their charge.
  const charge = z.object({ charge: z.string() }).safeParse(object);
  return charge.success ? customerOfCharge(stripe, charge.data.charge) : null;
}

async function readEvent({ stripe, webhookSecret }: StripeAccess, rawBody: string, signature: string) {
  const signed: unknown = (() => {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds);
    } catch {
      throw new Refusal("bad_signature", "The signature does not fit");
    }
  })();
  const event = SignedEvent.safeParse(signed);
  if (!event.success) throw badEvent("The body is not an event");
  const { id, type, data } = event.data;
  return { id, type, customerId: await customerOf(stripe, data.object) };
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
    forgive: (id) => using(({ stripe }) => forgive(stripe, id)),
    closeCustomer: (customer) => using(({ stripe }) => closeCustomer(stripe, customer)),
    openPortal: (customer, returnUrl) =>
      using(
        async ({ stripe }) => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
    readEvent: (rawBody, signature) => using((connected) => readEvent(connected, rawBody, signature)),
  };
}
