import type Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import { Instant } from "../../../domain/http/route.ts";
import { PaidPlan } from "../../../domain/plans/price.ts";
import type { PendingPurchase, SinglePurchase } from "../../../domain/plans/purchase.ts";
import type { LatePayment, SingleMonths } from "../payment-provider.ts";
import { isMissing } from "./client.ts";
import { chargeOf, fetchPayments, type ReturnedCents, returnsMoney } from "./returned-payments.ts";

/** By what the refund of a month is known that a plan which goes on leaves no time for. */
export const supersededMetadata = { reason: "plan_goes_on" } as const;

/** Key in the metadata of a payment that took days: when its money arrived. */
const paidAtKey = "paid_at";

/** Stripe's seconds since 1970 as ISO 8601. */
export const toInstant = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * When the money of a payment arrived. A charge is made when the attempt begins, and its balance transaction may be as old
 * (https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods): of a payment
 * that takes days only the event of its success tells, from which it was noted.
 */
function paidAtOf(intent: Stripe.PaymentIntent): string {
  const noted = Instant.safeParse(intent.metadata[paidAtKey]);
  return noted.success ? noted.data : toInstant(chargeOf(intent)?.created ?? intent.created);
}

/** A month that is paid for and not received yet, in this product's words; null for any other payment. */
export function toPendingMonth({ amount, created, metadata, status }: Stripe.PaymentIntent): PendingPurchase | null {
  const plan = PaidPlan.safeParse(metadata["plan_type"]);
  const isPending = status === "processing" && metadata["billing"] === "once";
  return plan.success && isPending
    ? { plan: plan.data, billing: "once", cents: amount, since: toInstant(created) }
    : null;
}

/**
 * Notes when the money of a payment arrived.
 * @throws Refusal "bad_request" if there is no such payment
 */
export async function saveArrival(stripe: Stripe, { intent, at }: LatePayment): Promise<void> {
  try {
    await stripe.paymentIntents.update(intent, { metadata: { [paidAtKey]: at } });
  } catch (error) {
    throw isMissing(error) ? new Refusal("bad_request", "There is no such payment") : error;
  }
}

/** A month bought once in this product's words; null for any other payment, and while it is not paid. */
export function toSinglePurchase(intent: Stripe.PaymentIntent, returned: ReturnedCents): SinglePurchase | null {
  const plan = PaidPlan.safeParse(intent.metadata["plan_type"]);
  if (!plan.success || intent.metadata["billing"] !== "once" || intent.status !== "succeeded") return null;
  const charge = chargeOf(intent);
  const given = charge?.refunds?.data.find(
    (refund) => returnsMoney(refund) && refund.metadata?.["reason"] === supersededMetadata.reason,
  );
  return {
    id: intent.id,
    plan: plan.data,
    paidAt: paidAtOf(intent),
    cents: intent.amount,
    returnedCents: returned.get(intent.id) ?? 0,
    givenBackAt: given ? toInstant(given.created) : null,
  };
}

/** Reads the months that a customer bought once, paid and pending. */
export async function fetchSingleMonths(stripe: Stripe, customer: string): Promise<SingleMonths> {
  const { intents, returned } = await fetchPayments(stripe, customer);
  return {
    single: intents.flatMap((intent) => toSinglePurchase(intent, returned) ?? []),
    pending: intents.flatMap((intent) => toPendingMonth(intent) ?? []),
  };
}
