import * as z from "zod/mini";
import { listForCustomer } from "../account/account.ts";
import { changeBalance } from "../billing/balance.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, Int, MetadataChange, Text } from "../protocol/parameters.ts";
import { requireCustomer } from "./customers.ts";

const create = operation(
  "POST",
  "/customers/:id/balance_transactions",
  {
    amount: Int,
    currency: z.literal("usd"),
    description: z.optional(Text),
    metadata: z.optional(MetadataChange),
  },
  (account, { amount, description = null, metadata }, id) =>
    changeBalance(account, requireCustomer(account, id), {
      type: "adjustment",
      invoice: null,
      amount,
      description,
      metadata: changedMetadata({}, metadata),
    }),
);

const list = listOperation("/customers/:id/balance_transactions", {}, (account, _, id) =>
  listForCustomer(account, "customer_balance_transaction", id),
);

export const balanceTransactionOperations = [create, list];
