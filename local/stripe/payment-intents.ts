import * as z from "zod/mini";
import { change, need, ofCustomer } from "./account.ts";
import { invalidRequest } from "./failure.ts";
import { listOperation, operation } from "./operation.ts";
import { changedMetadata, MetadataChange, Text } from "./parameters.ts";

const retrieve = operation("GET", "/payment_intents/:id", {}, (account, _, id) => need(account, "payment_intent", id));

const update = operation(
  "POST",
  "/payment_intents/:id",
  { metadata: z.optional(MetadataChange), description: z.optional(Text) },
  (account, { metadata, description }, id) => {
    const intent = need(account, "payment_intent", id);
    const merged = changedMetadata(intent.metadata, metadata);
    return change(account, intent, { metadata: merged, description: description ?? intent.description });
  },
);

const reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;
const cancel = operation(
  "POST",
  "/payment_intents/:id/cancel",
  { cancellation_reason: z.optional(z.enum(reasons)) },
  (account, { cancellation_reason = null }, id) => {
    const intent = need(account, "payment_intent", id);
    if (intent.status !== "requires_payment_method") {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
      throw invalidRequest(message, { code: "payment_intent_unexpected_state" });
    }
    return change(
      account,
      intent,
      { status: "canceled", canceled_at: account.now, cancellation_reason },
      "payment_intent.canceled",
    );
  },
);

const list = listOperation("/payment_intents", { customer: z.optional(Text) }, (account, { customer }) =>
  ofCustomer(account, "payment_intent", customer),
);

const retrieveCharge = operation("GET", "/charges/:id", {}, (account, _, id) => need(account, "charge", id));

const listCharges = listOperation(
  "/charges",
  { customer: z.optional(Text), payment_intent: z.optional(Text) },
  (account, { customer, payment_intent }) =>
    ofCustomer(account, "charge", customer).filter(
      (charge) => payment_intent === undefined || charge.payment_intent === payment_intent,
    ),
);

export const paymentIntentOperations = [list, retrieve, update, cancel];
export const chargeOperations = [listCharges, retrieveCharge];
