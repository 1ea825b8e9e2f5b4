import * as z from "zod/mini";
import { type Account, add, change, need, ofCustomer } from "./account.ts";
import { cancelNow } from "./cancel-subscription.ts";
import { invalidRequest } from "./failure.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { changedMetadata, emptyable, MetadataChange, Text } from "./parameters.ts";
import type { StoredCustomer } from "./stored.ts";

const fields = {
  email: z.optional(emptyable(Text)),
  name: z.optional(emptyable(Text)),
  description: z.optional(emptyable(Text)),
  phone: z.optional(emptyable(Text)),
  preferred_locales: z.optional(z.unknown()),
  metadata: z.optional(MetadataChange),
};

/**
 * A customer that is not deleted.
 * @throws StripeFailure 404, or 400 if a parameter named it
 */
export function needCustomer(account: Account, id: string, param?: string): StoredCustomer {
  const customer = need(account, "customer", id, param);
  if (customer.deleted) {
    throw invalidRequest(`No such customer: '${id}'`, { code: "resource_missing", param: param ?? "id" });
  }
  return customer;
}

type Given = { email?: string | null | undefined; name?: string | null | undefined; phone?: string | null | undefined };
const contact = ({ email = null, name = null, phone = null }: Given) => ({ email, name, phone });

const create = operation("POST", "/customers", fields, (account, { metadata, description = null, ...given }) => {
  const customer: StoredCustomer = {
    id: newId("cus"),
    object: "customer",
    balance: 0,
    created: account.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description,
    discount: null,
    ...contact(given),
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
  return add(account, customer, "customer.created");
});

const retrieve = operation("GET", "/customers/:id", {}, (account, _, id) => need(account, "customer", id));

const updatable = {
  ...fields,
  invoice_settings: z.optional(z.strictObject({ default_payment_method: z.optional(emptyable(Text)) })),
};
const update = operation("POST", "/customers/:id", updatable, (account, parameters, id) => {
  const customer = needCustomer(account, id);
  const { metadata, invoice_settings, preferred_locales: _, ...given } = parameters;
  const method = invoice_settings?.default_payment_method;
  if (method) need(account, "payment_method", method, "invoice_settings[default_payment_method]");
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings = {
    ...customer.invoice_settings,
    ...(method === undefined ? {} : { default_payment_method: method }),
  };
  return change(
    account,
    customer,
    { ...changed, metadata: changedMetadata(customer.metadata, metadata), invoice_settings: settings },
    "customer.updated",
  );
});

const remove = operation("DELETE", "/customers/:id", {}, (account, _, id) => {
  const customer = needCustomer(account, id);
  for (const subscription of ofCustomer(account, "subscription", id)) {
    if (subscription.ended_at === null) cancelNow(account, subscription, "cancellation_requested");
  }
  for (const method of ofCustomer(account, "payment_method", id)) change(account, method, { customer: null });
  account.publish("customer.deleted", customer);
  return change(account, customer, { deleted: true, email: null, name: null, phone: null, metadata: {} });
});

const list = listOperation("/customers", { email: z.optional(Text) }, (account, { email }) =>
  account.store
    .list("customer")
    .filter((customer) => !customer.deleted && (email === undefined || customer.email === email)),
);

export const customerOperations = [create, list, retrieve, update, remove];
