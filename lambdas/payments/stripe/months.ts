import type Stripe from "stripe";
import { PaidPlan } from "../../../domain/price.ts";
import type { PendingPurchase, SinglePurchase } from "../../../domain/purchase.ts";
import { Instant } from "../../../domain/subscription.ts";
import type { LatePayment } from "../payments.ts";

/** By what the refund of a month is known that a plan which goes on leaves no time for. */
export const crowdedOut = { reason: "plan_goes_on" } as const;

/** Key in the metadata of a payment that took days: when its money arrived. */
const paidAtKey = "paid_at";

/** Stripe's seconds since 1970 as ISO 8601. */
export const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return latest_charge === null || typeof latest_charge === "string" ? null : latest_charge;
}

/** A refund that fails or is called off gives nothing back. */
const counts = ({ status }: Stripe.Refund) => status !== "failed" && status !== "canceled";

/**
 * When the money of a payment arrived. A charge is made when the attempt begins, and its balance transaction may be as old
 * (https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods): of a payment
 * that takes days only the event of its success tells, from which it was noted.
 */
function paidAtOf(intent: Stripe.PaymentIntent): string {
  const noted = Instant.safeParse(intent.metadata[paidAtKey]);
  return noted.success ? noted.data : instant(chargeOf(intent)?.created ?? intent.created);
}

/** A month that is paid for and not received yet, in this product's words; null for any other payment. */
export function toPendingMonth({ created, metadata, status }: Stripe.PaymentIntent): PendingPurchase | null {
  const plan = PaidPlan.safeParse(metadata["plan_type"]);
  const isPending = status === "processing" && metadata["billing"] === "once";
  return plan.success && isPending ? { plan: plan.data, billing: "once", since: instant(created) } : null;
}

/** Notes when the money of a payment arrived. */
export async function notePaid(stripe: Stripe, { intent, at }: LatePayment): Promise<void> {
  await stripe.paymentIntents.update(intent, { metadata: { [paidAtKey]: at } });
}

/** A month bought once in this product's words; null for any other payment, and while it is not paid. */
function toSingle(intent: Stripe.PaymentIntent, reversedPayments: ReadonlySet<string>): SinglePurchase | null {
  const plan = PaidPlan.safeParse(intent.metadata["plan_type"]);
  if (!plan.success || intent.metadata["billing"] !== "once" || intent.status !== "succeeded") return null;
  const charge = chargeOf(intent);
  const given = charge?.refunds?.data.find(
    (refund) => counts(refund) && refund.metadata?.["reason"] === crowdedOut.reason,
  );
  return {
    id: intent.id,
    plan: plan.data,
    paidAt: paidAtOf(intent),
    cents: intent.amount,
    reversed: reversedPayments.has(intent.id),
    givenBackAt: given ? instant(given.created) : null,
  };
}

/** Whether all of a charge was given back. A refund can come back later on, so those that count are added up. */
function isGivenBack({ refunded, refunds, amount }: Stripe.Charge): boolean {
  if (!refunded || !refunds) return refunded;
  return refunds.data.filter(counts).reduce((cents, refund) => cents + refund.amount, 0) >= amount;
}

async function isLostDispute(stripe: Stripe, charge: Stripe.Charge): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 10 });
  // An inquiry ("warning_…") has moved no money yet.
  return data.some(({ status }) => status !== "won" && !status.startsWith("warning_"));
}

/** The payments that were given back in full, or are disputed and not won. */
async function reversedAmong(stripe: Stripe, intents: readonly Stripe.PaymentIntent[]): Promise<Set<string>> {
  const reversed = new Set<string>();
  for (const intent of intents) {
    const charge = chargeOf(intent);
    if (!charge) continue;
    if (isGivenBack(charge) || (charge.disputed && (await isLostDispute(stripe, charge)))) reversed.add(intent.id);
  }
  return reversed;
}

/** Reads what a customer bought once, and all their payments with those among them that were given back. */
export async function readMonths(stripe: Stripe, customer: string) {
  const intents = await stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge.refunds"] });
  const reversed = await reversedAmong(stripe, intents.data);
  return {
    months: intents.data.flatMap((intent) => toSingle(intent, reversed) ?? []),
    intents: intents.data,
    reversed,
  };
}
