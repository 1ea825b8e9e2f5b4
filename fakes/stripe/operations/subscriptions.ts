import * as z from "zod/mini";
import { need, ofCustomer } from "../account/account.ts";
import { noSuch } from "../account/failure.ts";
import { cancelNow } from "../billing/cancel-subscription.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Text } from "../protocol/parameters.ts";
import { updateSubscription } from "./update-subscription.ts";

const retrieve = operation("GET", "/subscriptions/:id", {}, (account, _, id) => need(account, "subscription", id));

const list = listOperation(
  "/subscriptions",
  { customer: z.optional(Text), status: z.optional(z.literal("all")) },
  (account, { customer, status: wanted }) =>
    ofCustomer(account, "subscription", customer).filter(({ status }) => wanted === "all" || status !== "canceled"),
);

const cancel = operation(
  "DELETE",
  "/subscriptions/:id",
  { prorate: z.optional(z.literal("false")) },
  (account, _, id) => {
    const subscription = need(account, "subscription", id);
    if (subscription.ended_at !== null) throw noSuch("subscription", id);
    return cancelNow(account, subscription, "cancellation_requested");
  },
);

export const subscriptionOperations = [list, retrieve, updateSubscription, cancel];
