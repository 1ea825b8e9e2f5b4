import type Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../../../domain/refusal.ts";
import type { LatePayment, PaymentEvent } from "../payments.ts";
import { isMissing, type StripeAccess } from "./client.ts";

/** A webhook's time may differ from ours by this much, in seconds. */
const toleranceSeconds = 300;

const Customer = z.union([z.string(), z.object({ id: z.string() })]);
const AboutCustomer = z.object({ customer: Customer });
const IsCustomer = z.object({ object: z.literal("customer"), id: z.string() });

/** What every event has: https://docs.stripe.com/api/events/object */
const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
});
type SignedEvent = z.infer<typeof SignedEvent>;

/** A month bought once. */
const MonthPayment = z.object({ id: z.string(), created: z.int(), metadata: z.object({ billing: z.literal("once") }) });

/** A payment that is through within this time, in seconds, is dated by its charge. */
const promptSeconds = 3600;

/**
 * The payment of a month whose money arrived long after it was begun. Stripe advises to rely on this event:
 * https://docs.stripe.com/payments/ach-direct-debit#webhooks
 */
function arrivedIn({ type, created, data }: SignedEvent): LatePayment | null {
  const payment = type === "payment_intent.succeeded" ? MonthPayment.safeParse(data.object) : null;
  if (!payment?.success || created - payment.data.created < promptSeconds) return null;
  return { intent: payment.data.id, at: new Date(created * 1000).toISOString() };
}

const Checkout = z.object({
  object: z.literal("checkout.session"),
  payment_status: z.enum(["paid", "no_payment_required"]),
});

/** Whether an event says that a page on which to pay has been paid. A payment that takes days is told twice, once for each. */
function isSettled({ type, data }: SignedEvent): boolean {
  const ends = type === "checkout.session.completed" || type === "checkout.session.async_payment_succeeded";
  return ends && Checkout.safeParse(data.object).success;
}

const badEvent = (what: string) => new Refusal("bad_request", what);

async function customerOfCharge(stripe: Stripe, id: string): Promise<string | null> {
  try {
    const { customer } = await stripe.charges.retrieve(id);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  } catch (error) {
    throw isMissing(error) ? badEvent("The event names a charge that does not exist") : error;
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

/**
 * Reads an event from a webhook's raw body.
 * @throws Refusal "bad_signature" if it was not signed by Stripe within the last minutes, "bad_request" if it was and is
 * no event, or one about a charge that does not exist
 */
export async function readEvent(
  { stripe, webhookSecret }: StripeAccess,
  rawBody: string,
  signature: string,
): Promise<PaymentEvent> {
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
  const arrived = arrivedIn(event.data);
  return {
    id,
    type,
    customerId: await customerOf(stripe, data.object),
    ...(arrived ? { arrived } : {}),
    ...(isSettled(event.data) ? { settled: true } : {}),
  };
}
