import * as z from "zod/mini";
import { type Account, add, change, ofCustomer } from "../account/account.ts";
import { newId } from "../account/ids.ts";
import type { StoredBalanceTransaction } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, Int, MetadataChange, Text } from "../protocol/parameters.ts";
import { needCustomer } from "./customers.ts";

type Given = Pick<StoredBalanceTransaction, "amount" | "currency" | "description" | "metadata">;

function adjust(account: Account, customerId: string, given: Given): StoredBalanceTransaction {
  const customer = needCustomer(account, customerId);
  const balance = customer.balance + given.amount;
  change(account, customer, { balance }, "customer.updated");
  return add(account, {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    checkout_session: null,
    created: account.now,
    credit_note: null,
    customer: customer.id,
    customer_account: null,
    ending_balance: balance,
    invoice: null,
    livemode: false,
    type: "adjustment",
    ...given,
  });
}

const create = operation(
  "POST",
  "/customers/:id/balance_transactions",
  {
    amount: Int,
    currency: z.literal("usd"),
    description: z.optional(Text),
    metadata: z.optional(MetadataChange),
  },
  (account, { amount, currency, description = null, metadata }, id) =>
    adjust(account, id, { amount, currency, description, metadata: changedMetadata({}, metadata) }),
);

const list = listOperation("/customers/:id/balance_transactions", {}, (account, _, id) =>
  ofCustomer(account, "customer_balance_transaction", id),
);

/** Corrections of a customer's balance. What invoices do to it makes no transactions here, as it does at Stripe. */
export const balanceTransactionOperations = [create, list];
