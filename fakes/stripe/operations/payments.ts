import * as z from "zod/mini";
import { listForCustomer, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, MetadataChange, Text } from "../protocol/parameters.ts";

const retrieve = operation("GET", "/payment_intents/:id", {}, (account, _, id) =>
  requireObject(account, "payment_intent", id),
);

const update = operation(
  "POST",
  "/payment_intents/:id",
  { metadata: z.optional(MetadataChange) },
  (account, { metadata }, id) => {
    const intent = requireObject(account, "payment_intent", id);
    return updateObject(account, intent, { metadata: changedMetadata(intent.metadata, metadata) });
  },
);

const list = listOperation("/payment_intents", { customer: z.optional(Text) }, (account, { customer }) =>
  listForCustomer(account, "payment_intent", customer),
);

const retrieveCharge = operation("GET", "/charges/:id", {}, (account, _, id) => requireObject(account, "charge", id));

export const paymentIntentOperations = [list, retrieve, update];
export const chargeOperations = [retrieveCharge];

/** Also removes the payment method as a default, because a detached payment method cannot pay. */
const detach = operation("POST", "/payment_methods/:id/detach", {}, (account, _, id) => {
  const method = requireObject(account, "payment_method", id);
  if (method.customer === null) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.");
  }
  const customer = requireObject(account, "customer", method.customer);
  const settings = customer.invoice_settings;
  if (settings.default_payment_method === id) {
    const invoice_settings = { ...settings, default_payment_method: null };
    updateObject(account, customer, { invoice_settings }, "customer.updated");
  }
  for (const subscription of listForCustomer(account, "subscription", method.customer)) {
    if (subscription.default_payment_method !== id) continue;
    updateObject(account, subscription, { default_payment_method: null }, "customer.subscription.updated");
  }
  return updateObject(account, method, { customer: null }, "payment_method.detached");
});

export const paymentMethodOperations = [detach];
