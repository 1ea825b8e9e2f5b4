import type Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import { Instant } from "../../../domain/http/route.ts";
import { PaidPlan } from "../../../domain/plans/price.ts";
import type { PendingPurchase, SinglePurchase } from "../../../domain/plans/purchase.ts";
import type { LatePayment, SingleMonths } from "../payment-provider.ts";
import { isMissing } from "./client.ts";
import { chargeOf, fetchPayments, type ReturnedCents, returnsMoney } from "./returned-payments.ts";

/** Metadata of a refund because of a renewing plan (`monthsToRefund`). */
export const supersededMetadata = { reason: "plan_goes_on" } as const;

/** Metadata key of the time at which the money of a slow payment arrived. */
const paidAtKey = "paid_at";

export const toInstant = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * For a slow payment, `saveArrival` stores the time of the event of success. The charge and its balance transaction
 * have the time of the attempt:
 * https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods
 */
function paidAtOf(intent: Stripe.PaymentIntent): string {
  const noted = Instant.safeParse(intent.metadata[paidAtKey]);
  return noted.success ? noted.data : toInstant(chargeOf(intent)?.created ?? intent.created);
}

export function toPendingMonth({ amount, created, metadata, status }: Stripe.PaymentIntent): PendingPurchase | null {
  const plan = PaidPlan.safeParse(metadata["plan_type"]);
  const isPending = status === "processing" && metadata["billing"] === "once";
  return plan.success && isPending
    ? { plan: plan.data, billing: "once", cents: amount, since: toInstant(created) }
    : null;
}

/** @throws Refusal "bad_request" if the payment does not exist */
export async function saveArrival(stripe: Stripe, { intent, at }: LatePayment): Promise<void> {
  try {
    await stripe.paymentIntents.update(intent, { metadata: { [paidAtKey]: at } });
  } catch (error) {
    throw isMissing(error) ? new Refusal("bad_request", "There is no such payment") : error;
  }
}

export function toSinglePurchase(intent: Stripe.PaymentIntent, returned: ReturnedCents): SinglePurchase | null {
  const plan = PaidPlan.safeParse(intent.metadata["plan_type"]);
  if (!plan.success || intent.metadata["billing"] !== "once" || intent.status !== "succeeded") return null;
  const charge = chargeOf(intent);
  const supersedingRefund = charge?.refunds?.data.find(
    (refund) => returnsMoney(refund) && refund.metadata?.["reason"] === supersededMetadata.reason,
  );
  return {
    id: intent.id,
    plan: plan.data,
    paidAt: paidAtOf(intent),
    cents: intent.amount,
    returnedCents: returned.get(intent.id) ?? 0,
    supersededAt: supersedingRefund ? toInstant(supersedingRefund.created) : null,
  };
}

export async function fetchSingleMonths(stripe: Stripe, customer: string): Promise<SingleMonths> {
  const { intents, returned } = await fetchPayments(stripe, customer);
  return {
    single: intents.flatMap((intent) => toSinglePurchase(intent, returned) ?? []),
    pending: intents.flatMap((intent) => toPendingMonth(intent) ?? []),
  };
}
