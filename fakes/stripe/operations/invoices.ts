import * as z from "zod/mini";
import { type Account, listForCustomer, requireObject } from "../account/account.ts";
import { cardDeclined, invalidRequest } from "../account/failure.ts";
import type { StoredInvoice } from "../account/stored.ts";
import { payUnattended } from "../billing/collect.ts";
import { applyAttempt, subscriptionOf } from "../billing/subscription-payment.ts";
import { voidInvoice } from "../billing/void-invoice.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Text } from "../protocol/parameters.ts";

const retrieve = operation("GET", "/invoices/:id", {}, (account, _, id) => requireObject(account, "invoice", id));

const statuses = ["open", "paid", "void"] as const;
const filters = {
  customer: z.optional(Text),
  status: z.optional(z.enum(statuses)),
  subscription: z.optional(Text),
};
const list = listOperation("/invoices", filters, (account, { customer, status, subscription }) =>
  listForCustomer(account, "invoice", customer).filter(
    (invoice) =>
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || invoice.parent.subscription_details.subscription === subscription),
  ),
);

/** @throws StripeFailure 402 if the payment fails, 400 if the invoice is not open */
export function payNow(account: Account, invoice: StoredInvoice): StoredInvoice {
  if (invoice.status !== "open") throw invalidRequest(`Invoice is already ${invoice.status}`);
  const attempted = payUnattended(account, invoice, subscriptionOf(account, invoice));
  if (attempted.status !== "paid") throw cardDeclined();
  applyAttempt(account, attempted);
  return attempted;
}

const makeVoid = operation("POST", "/invoices/:id/void", {}, (account, _, id) => {
  const invoice = requireObject(account, "invoice", id);
  if (invoice.status !== "open")
    throw invalidRequest(`You can only void open invoices; this one is ${invoice.status}.`);
  return voidInvoice(account, invoice);
});

export const invoiceOperations = [list, retrieve, makeVoid];
