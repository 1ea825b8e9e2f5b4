import { type Account, addObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { newId, type StoredCharge, type StoredDispute } from "../account/stored.ts";
import { listOperation } from "../protocol/operation.ts";
import { Text } from "../protocol/parameters.ts";

/** @throws StripeFailure 400 */
export function openDispute(account: Account, charge: StoredCharge): StoredDispute {
  if (!charge.paid || charge.refunded || charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed: it is unpaid, refunded or already disputed.`);
  }
  const dispute: StoredDispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: account.now,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  // `disputed` stays true after the dispute. No event `charge.updated` reports the change.
  updateObject(account, charge, { disputed: true });
  addObject(account, dispute, "charge.dispute.created");
  account.publish("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** @throws StripeFailure 400 */
export function closeDispute(account: Account, dispute: StoredDispute, outcome: "won" | "lost"): StoredDispute {
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest(`This dispute is already closed (${dispute.status}).`);
  }
  const closed = updateObject(account, dispute, { status: outcome }, "charge.dispute.closed");
  if (outcome === "won") account.publish("charge.dispute.funds_reinstated", closed);
  return closed;
}

const list = listOperation("/disputes", { charge: Text }, (account, { charge }) =>
  account.store.list("dispute", { field: "charge", value: charge }),
);

export const disputeOperations = [list];
