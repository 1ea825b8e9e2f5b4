import * as z from "zod/mini";
import { change, need, ofCustomer } from "../account/account.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, MetadataChange, Text } from "../protocol/parameters.ts";

const retrieve = operation("GET", "/payment_intents/:id", {}, (account, _, id) => need(account, "payment_intent", id));

const update = operation(
  "POST",
  "/payment_intents/:id",
  { metadata: z.optional(MetadataChange) },
  (account, { metadata }, id) => {
    const intent = need(account, "payment_intent", id);
    return change(account, intent, { metadata: changedMetadata(intent.metadata, metadata) });
  },
);

const list = listOperation("/payment_intents", { customer: z.optional(Text) }, (account, { customer }) =>
  ofCustomer(account, "payment_intent", customer),
);

const retrieveCharge = operation("GET", "/charges/:id", {}, (account, _, id) => need(account, "charge", id));

export const paymentIntentOperations = [list, retrieve, update];
export const chargeOperations = [retrieveCharge];
