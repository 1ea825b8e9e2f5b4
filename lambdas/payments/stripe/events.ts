import type Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { LatePayment, PaymentEvent } from "../payment-provider.ts";
import { isMissing, type StripeAccess } from "./client.ts";
import { isOfClosedAccount } from "./close-customer.ts";

/** Maximum age of a webhook's signature. */
const toleranceSeconds = 300;

const badEventRefusal = (what: string) => new Refusal("bad_request", what);

/** In a URL, other characters could lead to another path of the API. */
const Id = z.string().check(z.regex(/^\w{1,255}$/));
const Customer = z.union([Id, z.object({ id: Id })]);
const CustomerReference = z.object({ customer: Customer });
const CustomerObject = z.object({ object: z.literal("customer"), id: Id });

const LearnerMetadata = z.object({
  metadata: z.object({ user_id: z.string().check(z.minLength(1), z.maxLength(128)) }),
});
/** An invoice repeats the metadata of its subscription: https://docs.stripe.com/api/invoices/object */
const SubscriptionInvoice = z.object({ parent: z.object({ subscription_details: LearnerMetadata }) });

/** https://docs.stripe.com/api/events/object */
const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  // The maximum is the last second that a Date can represent.
  created: z.int().check(z.nonnegative(), z.lte(8_640_000_000_000)),
  data: z.object({ object: z.unknown() }),
});
type SignedEvent = z.infer<typeof SignedEvent>;

const MonthPayment = z.object({ id: z.string(), created: z.int(), metadata: z.object({ billing: z.literal("once") }) });

const immediatePaymentSeconds = 3600;

/**
 * Stripe reports the arrival of the money with `payment_intent.succeeded`:
 * https://docs.stripe.com/payments/ach-direct-debit#webhooks
 */
function parseArrival({ type, created, data }: SignedEvent): LatePayment | null {
  const payment = type === "payment_intent.succeeded" ? MonthPayment.safeParse(data.object) : null;
  if (!payment?.success || created - payment.data.created < immediatePaymentSeconds) return null;
  if (!Id.safeParse(payment.data.id).success) throw badEventRefusal("The event names no payment");
  return { intent: payment.data.id, at: new Date(created * 1000).toISOString() };
}

const Checkout = z.object({
  object: z.literal("checkout.session"),
  payment_status: z.enum(["paid", "no_payment_required"]),
});

/** For a slow payment, `checkout.session.completed` comes first, with the payment status "unpaid". */
function isSettled({ type, data }: SignedEvent): boolean {
  const ends = type === "checkout.session.completed" || type === "checkout.session.async_payment_succeeded";
  return ends && Checkout.safeParse(data.object).success;
}

function parseCustomer(object: unknown): string | null {
  const itself = CustomerObject.safeParse(object);
  if (itself.success) return itself.data.id;
  const about = CustomerReference.safeParse(object);
  if (!about.success) return null;
  return typeof about.data.customer === "string" ? about.data.customer : about.data.customer.id;
}

function parseLearner(object: unknown): Pick<PaymentEvent, "userId"> {
  const own = LearnerMetadata.safeParse(object);
  if (own.success) return { userId: own.data.metadata.user_id };
  const invoice = SubscriptionInvoice.safeParse(object);
  return invoice.success ? { userId: invoice.data.parent.subscription_details.metadata.user_id } : {};
}

const WithMetadata = z.object({ metadata: z.record(z.string(), z.unknown()) });

function parseClosedMark(object: unknown): Pick<PaymentEvent, "ofClosed"> {
  const { data } = WithMetadata.safeParse(object);
  return data && isOfClosedAccount(data) ? { ofClosed: true } : {};
}

async function fetchCharge(stripe: Stripe, id: string): Promise<Stripe.Charge> {
  if (!Id.safeParse(id).success) throw badEventRefusal("The event names no charge");
  try {
    return await stripe.charges.retrieve(id);
  } catch (error) {
    throw isMissing(error) ? badEventRefusal("The event names a charge that does not exist") : error;
  }
}

async function findSubject(stripe: Stripe, object: unknown): Promise<Pick<PaymentEvent, "customerId" | "userId">> {
  const customerId = parseCustomer(object);
  const named = z.object({ charge: z.string() }).safeParse(object);
  if (!named.success) return { customerId, ...parseLearner(object) };
  // A dispute names no customer, and neither a dispute nor a refund has the metadata of its payment.
  const charge = await fetchCharge(stripe, named.data.charge);
  return { customerId: customerId ?? parseCustomer(charge), ...parseLearner(charge) };
}

/** @throws Refusal "bad_signature", "bad_request" */
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
  if (!event.success) throw badEventRefusal("The body is not an event");
  const { id, type, data } = event.data;
  const arrived = parseArrival(event.data);
  return {
    id,
    type,
    ...(await findSubject(stripe, data.object)),
    ...parseClosedMark(data.object),
    ...(arrived ? { arrived } : {}),
    ...(isSettled(event.data) ? { settled: true } : {}),
  };
}
