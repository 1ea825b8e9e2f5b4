import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import {
  type Metadata,
  newId,
  type StoredCharge,
  type StoredPaymentIntent,
  type StoredPaymentMethod,
} from "../account/stored.ts";

type NewIntent = {
  customer: string;
  /** In cents. */
  amount: number;
  currency: string;
  description: string | null;
  metadata: Metadata;
};

export function addIntent(account: Account, settings: NewIntent): StoredPaymentIntent {
  const { customer, amount, currency, description, metadata } = settings;
  const id = newId("pi");
  const intent: StoredPaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    confirmation_method: "automatic",
    created: account.now,
    currency,
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  return addObject(account, intent, "payment_intent.created");
}

const declinedFields = { failure_code: "card_declined", failure_message: "Your card was declined." } as const;

function addCharge(
  account: Account,
  intent: StoredPaymentIntent,
  method: StoredPaymentMethod,
  status: "succeeded" | "failed" | "pending",
): StoredCharge {
  const charge: StoredCharge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: status === "succeeded" ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: account.business.toUpperCase(),
    captured: status === "succeeded",
    created: account.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    ...(status === "failed" ? declinedFields : { failure_code: null, failure_message: null }),
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: status === "succeeded",
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  return addObject(account, charge, `charge.${status}`);
}

const succeededFields = ({ amount }: StoredPaymentIntent): Partial<StoredPaymentIntent> => ({
  status: "succeeded",
  amount_received: amount,
  last_payment_error: null,
  processing: null,
});
const failedFields: Partial<StoredPaymentIntent> = {
  status: "requires_payment_method",
  payment_method: null,
  processing: null,
  last_payment_error: {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: declinedFields.failure_message,
  },
};

/** "pends" is a payment that takes days. "asks" requires the cardholder's confirmation. */
export type Outcome = "succeeds" | "declines" | "pends" | "asks";

export function attemptPayment(
  account: Account,
  intent: StoredPaymentIntent,
  method: StoredPaymentMethod,
  outcome: Outcome,
): StoredPaymentIntent {
  if (outcome === "asks") {
    const fields = { status: "requires_action", payment_method: method.id } as const;
    return updateObject(account, intent, fields, "payment_intent.requires_action");
  }
  const chargeStatus = { succeeds: "succeeded", declines: "failed", pends: "pending" } as const;
  const charge = addCharge(account, intent, method, chargeStatus[outcome]);
  const made = { latest_charge: charge.id, payment_method: method.id };
  switch (outcome) {
    case "succeeds":
      return updateObject(account, intent, { ...made, ...succeededFields(intent) }, "payment_intent.succeeded");
    case "declines":
      return updateObject(account, intent, { ...made, ...failedFields }, "payment_intent.payment_failed");
    case "pends":
      return updateObject(account, intent, { ...made, status: "processing" }, "payment_intent.processing");
  }
}

/** Ends a payment whose outcome was "pends". */
export function finishPayment(account: Account, intent: StoredPaymentIntent, isPaid: boolean): StoredPaymentIntent {
  const charge = requireObject(account, "charge", intent.latest_charge ?? "");
  if (isPaid) {
    const paid = { status: "succeeded", paid: true, captured: true, amount_captured: charge.amount } as const;
    updateObject(account, charge, paid, "charge.succeeded");
    return updateObject(account, intent, succeededFields(intent), "payment_intent.succeeded");
  }
  updateObject(account, charge, { status: "failed", ...declinedFields }, "charge.failed");
  return updateObject(account, intent, failedFields, "payment_intent.payment_failed");
}
