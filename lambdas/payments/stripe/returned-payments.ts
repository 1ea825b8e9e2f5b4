import type Stripe from "stripe";
import { listAll } from "./client.ts";

/** By the id of the payment intent. */
export type ReturnedCents = ReadonlyMap<string, number>;

export function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return latest_charge === null || typeof latest_charge === "string" ? null : latest_charge;
}

export const returnsMoney = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

function refundedCents({ amount_refunded, refunds }: Stripe.Charge): number {
  if (!refunds || refunds.has_more) return amount_refunded;
  return refunds.data.filter(returnsMoney).reduce((cents, { amount }) => cents + amount, 0);
}

/** An inquiry ("warning_…") has moved no money. */
async function disputedCents(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<number> {
  if (!disputed) return 0;
  const { data } = await stripe.disputes.list({ charge: id, limit: 10 });
  return data
    .filter(({ status }) => status !== "won" && !status.startsWith("warning_"))
    .reduce((cents, { amount }) => cents + amount, 0);
}

/** The intents are newest first. */
export async function fetchPayments(
  stripe: Stripe,
  customer: string,
): Promise<{ intents: Stripe.PaymentIntent[]; returned: ReturnedCents }> {
  const intents = await listAll(
    stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge.refunds"] }),
  );
  const returned = new Map<string, number>();
  for (const intent of intents) {
    const charge = chargeOf(intent);
    const cents = charge ? refundedCents(charge) + (await disputedCents(stripe, charge)) : 0;
    if (cents > 0) returned.set(intent.id, Math.min(intent.amount, cents));
  }
  return { intents, returned };
}
