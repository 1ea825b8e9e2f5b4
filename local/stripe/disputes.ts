import * as z from "zod/mini";
import { type Account, add, change, need } from "./account.ts";
import { invalidRequest } from "./failure.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { Text } from "./parameters.ts";
import type { StoredCharge, StoredDispute } from "./stored.ts";

const evidence: StoredDispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** An answer is due a week after a dispute began. */
const answerSeconds = 7 * 86_400;

/**
 * Has the cardholder dispute a payment; the whole of it is taken back.
 * @throws StripeFailure 400
 */
export function openDispute(account: Account, charge: StoredCharge): StoredDispute {
  if (!charge.paid || charge.refunded || charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed: it is not paid, refunded, or disputed already.`);
  }
  const dispute: StoredDispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: account.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: account.now + answerSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  // As at Stripe the charge tells of a dispute for ever, and no event of its own tells that of the charge.
  change(account, charge, { disputed: true });
  add(account, dispute, "charge.dispute.created");
  account.publish("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/**
 * Ends a dispute.
 * @throws StripeFailure 400
 */
export function closeDispute(account: Account, dispute: StoredDispute, outcome: "won" | "lost"): StoredDispute {
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest(`This dispute is already closed (${dispute.status}).`);
  }
  const closed = change(account, dispute, { status: outcome }, "charge.dispute.closed");
  if (outcome === "won") account.publish("charge.dispute.funds_reinstated", closed);
  return closed;
}

const retrieve = operation("GET", "/disputes/:id", {}, (account, _, id) => need(account, "dispute", id));

const close = operation("POST", "/disputes/:id/close", {}, (account, _, id) =>
  closeDispute(account, need(account, "dispute", id), "lost"),
);

const list = listOperation(
  "/disputes",
  { charge: z.optional(Text), payment_intent: z.optional(Text) },
  (account, { charge, payment_intent }) =>
    account.store
      .list("dispute")
      .filter(
        (dispute) =>
          (charge === undefined || dispute.charge === charge) &&
          (payment_intent === undefined || dispute.payment_intent === payment_intent),
      ),
);

export const disputeOperations = [list, retrieve, close];
