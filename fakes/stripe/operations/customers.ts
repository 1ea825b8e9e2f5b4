import * as z from "zod/mini";
import { type Account, addObject, listForCustomer, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { newId, type StoredCustomer } from "../account/stored.ts";
import { cancelNow } from "../billing/cancel-subscription.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { changedMetadata, MetadataChange, Text } from "../protocol/parameters.ts";

const fields = {
  email: z.optional(Text),
  metadata: z.optional(MetadataChange),
};

/** @throws StripeFailure 404, or 400 if the id is from a parameter or the customer is deleted */
export function requireCustomer(account: Account, id: string, param?: string): StoredCustomer {
  const customer = requireObject(account, "customer", id, param);
  if (customer.deleted) {
    throw invalidRequest(`No such customer: '${id}'`, { code: "resource_missing", param: param ?? "id" });
  }
  return customer;
}

const create = operation("POST", "/customers", fields, (account, { metadata, email = null }) => {
  const customer: StoredCustomer = {
    id: newId("cus"),
    object: "customer",
    balance: 0,
    created: account.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    name: null,
    phone: null,
    invoice_prefix: newId("in").slice(3, 11).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: changedMetadata({}, metadata),
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  return addObject(account, customer, "customer.created");
});

const retrieve = operation("GET", "/customers/:id", {}, (account, _, id) => requireObject(account, "customer", id));

const remove = operation("DELETE", "/customers/:id", {}, (account, _, id) => {
  const customer = requireCustomer(account, id);
  for (const subscription of listForCustomer(account, "subscription", id)) {
    if (subscription.ended_at === null) cancelNow(account, subscription, "cancellation_requested");
  }
  for (const method of listForCustomer(account, "payment_method", id))
    updateObject(account, method, { customer: null });
  account.publish("customer.deleted", customer);
  return updateObject(account, customer, { deleted: true, email: null, name: null, phone: null, metadata: {} });
});

const list = listOperation("/customers", {}, (account) =>
  account.store.list("customer").filter(({ deleted }) => !deleted),
);

/**
 * A clause on metadata in the search language: https://docs.stripe.com/search#metadata
 * Stripe's search may lack changes of the last hour (https://docs.stripe.com/api/customers/search). The fake's search
 * has all changes.
 */
const searchClause = /^metadata\['([^']+)'\]:'([^']*)'$/;
const searchFields = { query: Text, limit: z.optional(Text) };

const search = operation("GET", "/customers/search", searchFields, (account, { query, limit = "10" }) => {
  const [, key = "", value = ""] = searchClause.exec(query) ?? [];
  if (key === "") throw invalidRequest(`This query is not known here: ${query}`, { param: "query" });
  const found = account.store.list("customer").filter(({ deleted, metadata }) => !deleted && metadata[key] === value);
  const most = Number(limit);
  const data = found.slice(0, most);
  return { object: "search_result", url: "/v1/customers/search", has_more: found.length > most, data, next_page: null };
});

export const customerOperations = [create, list, search, retrieve, remove];
