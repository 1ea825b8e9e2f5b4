import * as z from "zod/mini";
import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { type Metadata, newId, type StoredCharge, type StoredRefund } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, MetadataChange, Text } from "../protocol/parameters.ts";

function requireRefundable(charge: StoredCharge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has not been paid and cannot be refunded.`);
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: "charge_already_refunded" });
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: "charge_disputed" });
  }
  if (amount > left) {
    const message = `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`;
    throw invalidRequest(message, { param: "amount" });
  }
}

/**
 * Refunds `amount` cents of a charge, by default the rest.
 * @throws StripeFailure 400
 */
export function refundCharge(
  account: Account,
  charge: StoredCharge,
  { amount = charge.amount - charge.amount_refunded, metadata = {} }: RefundDetails = {},
): StoredRefund {
  requireRefundable(charge, amount);
  const refund: StoredRefund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: "card", card: { type: "refund" } },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  const returned = charge.amount_refunded + amount;
  addObject(account, refund, "refund.created");
  updateObject(account, charge, { amount_refunded: returned, refunded: returned === charge.amount }, "charge.refunded");
  return refund;
}
type RefundDetails = { amount?: number | undefined; metadata?: Metadata };

/** @throws StripeFailure 400 */
export function failRefund(account: Account, refund: StoredRefund): StoredRefund {
  if (refund.status !== "succeeded") throw invalidRequest(`Refund ${refund.id} is ${refund.status} already.`);
  const charge = requireObject(account, "charge", refund.charge);
  updateObject(account, charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  const failed = { status: "failed", failure_reason: "expired_or_canceled_card" } as const;
  const changed = updateObject(account, refund, failed, "refund.updated");
  account.publish("refund.failed", changed);
  return changed;
}

/** @throws StripeFailure 400 */
export function chargeOfIntent(account: Account, intentId: string): StoredCharge {
  const intent = requireObject(account, "payment_intent", intentId, "payment_intent");
  if (intent.latest_charge === null) {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge.`);
  }
  return requireObject(account, "charge", intent.latest_charge);
}

const create = operation(
  "POST",
  "/refunds",
  { payment_intent: Text, metadata: z.optional(MetadataChange) },
  (account, { payment_intent, metadata }) =>
    refundCharge(account, chargeOfIntent(account, payment_intent), { metadata: changedMetadata({}, metadata) }),
);

const list = listOperation("/refunds", { payment_intent: z.optional(Text) }, (account, { payment_intent }) =>
  account.store.list(
    "refund",
    payment_intent === undefined ? undefined : { field: "payment_intent", value: payment_intent },
  ),
);

export const refundOperations = [create, list];
