import { randomBytes } from "node:crypto";
import type Stripe from "stripe";

/** The only API version that the fake supports. */
export const apiVersion = "2026-10-28.endive";

/** Stripe's types allow expanded objects where the fake stores ids. */
type Replace<Base, Fields> = Omit<Base, keyof Fields> & Fields;

export type Metadata = Record<string, string>;
type List<Member> = { object: "list"; data: Member[]; has_more: boolean; url: string };

export type StoredCustomer = Replace<
  Stripe.Customer,
  {
    deleted?: true;
    metadata: Metadata;
    invoice_settings: Replace<Stripe.Customer.InvoiceSettings, { default_payment_method: string | null }>;
  }
>;
export type StoredBalanceTransaction = Replace<
  Stripe.CustomerBalanceTransaction,
  { customer: string; invoice: string | null; metadata: Metadata }
>;
export type StoredProduct = Replace<Stripe.Product, { default_price: string | null; metadata: Metadata }>;
export type StoredPrice = Replace<
  Stripe.Price,
  { product: string; unit_amount: number; unit_amount_decimal: string; metadata: Metadata }
>;
type StoredPlan = Replace<Stripe.Plan, { product: string; amount_decimal: string }>;
export type StoredItem = Replace<Stripe.SubscriptionItem, { price: StoredPrice; plan: StoredPlan }>;
export type StoredPaymentMethod = Replace<Stripe.PaymentMethod, { customer: string | null }>;

export type StoredLine = Replace<
  Stripe.InvoiceLineItem,
  {
    quantity_decimal: string;
    subscription: string | null;
    pricing: { price_details: { price: string; product: string }; type: "price_details"; unit_amount_decimal: string };
  }
>;

/** `local` contains state that the API does not show. */
export type StoredSubscription = Replace<
  Stripe.Subscription,
  {
    customer: string;
    latest_invoice: string | null;
    default_payment_method: string | null;
    items: List<StoredItem>;
    metadata: Metadata;
    pending_update: Replace<Stripe.Subscription.PendingUpdate, { subscription_items: StoredItem[] }> | null;
    local: { awaitsPayment: boolean };
  }
>;

export type StoredInvoice = Replace<
  Stripe.Invoice,
  {
    customer: string;
    default_payment_method: string | null;
    lines: List<StoredLine>;
    metadata: Metadata;
    parent: {
      quote_details: null;
      subscription_details: { metadata: Metadata; subscription: string };
      type: "subscription_details";
    };
  }
>;
export type StoredInvoicePayment = Replace<
  Stripe.InvoicePayment,
  { invoice: string; payment: { payment_intent: string; type: "payment_intent" } }
>;
export type StoredPaymentIntent = Replace<
  Stripe.PaymentIntent,
  { customer: string; latest_charge: string | null; payment_method: string | null; metadata: Metadata }
>;
export type StoredCharge = Replace<
  Stripe.Charge,
  { customer: string; payment_intent: string; payment_method: string; metadata: Metadata; refunds?: never }
>;
export type StoredRefund = Replace<Stripe.Refund, { charge: string; payment_intent: string; metadata: Metadata }>;
export type StoredDispute = Replace<
  Omit<
    Stripe.Dispute,
    | "balance_transactions"
    | "enhanced_eligibility_types"
    | "evidence"
    | "evidence_details"
    | "intended_submission_method"
  >,
  { charge: string; payment_intent: string; metadata: Metadata }
>;

export type StoredLineItem = Replace<Stripe.LineItem, { price: StoredPrice }>;
export type StoredSession = Replace<
  Stripe.Checkout.Session,
  {
    customer: string;
    payment_intent: string | null;
    subscription: string | null;
    invoice: string | null;
    line_items?: never;
    metadata: Metadata;
    amount_total: number;
    local: {
      lineItems: StoredLineItem[];
      subscription: { metadata: Metadata; trialEnd: number | null };
      payment: { metadata: Metadata };
    };
  }
>;
export type StoredPortalSession = Replace<Stripe.BillingPortal.Session, { configuration: string }>;
export type StoredPortalConfiguration = Replace<Stripe.BillingPortal.Configuration, { metadata: Metadata }>;
/** Only the response to the creation of an endpoint contains the secret. */
export type StoredWebhookEndpoint = Replace<Omit<Stripe.WebhookEndpoint, "secret">, { metadata: Metadata }>;

export type StoredByKind = {
  customer: StoredCustomer;
  customer_balance_transaction: StoredBalanceTransaction;
  product: StoredProduct;
  price: StoredPrice;
  payment_method: StoredPaymentMethod;
  subscription: StoredSubscription;
  invoice: StoredInvoice;
  invoice_payment: StoredInvoicePayment;
  payment_intent: StoredPaymentIntent;
  charge: StoredCharge;
  refund: StoredRefund;
  dispute: StoredDispute;
  "checkout.session": StoredSession;
  "billing_portal.session": StoredPortalSession;
  "billing_portal.configuration": StoredPortalConfiguration;
  webhook_endpoint: StoredWebhookEndpoint;
};
export type Kind = keyof StoredByKind;
export type Stored = StoredByKind[Kind];

const kinds: Readonly<Record<Kind, true>> = {
  customer: true,
  customer_balance_transaction: true,
  product: true,
  price: true,
  payment_method: true,
  subscription: true,
  invoice: true,
  invoice_payment: true,
  payment_intent: true,
  charge: true,
  refund: true,
  dispute: true,
  "checkout.session": true,
  "billing_portal.session": true,
  "billing_portal.configuration": true,
  webhook_endpoint: true,
};

export function isStored(value: object): value is Stored {
  return "object" in value && typeof value.object === "string" && Object.hasOwn(kinds, value.object);
}

/** The fake creates exactly one item for a subscription. */
export function itemOf(subscription: StoredSubscription): StoredItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

export function inlineList<Member>(data: Member[], url: string): List<Member> {
  return { object: "list", data, has_more: false, url };
}

export function toApiObject(object: Stored): object {
  if (object.object === "customer" && object.deleted) return { id: object.id, object: "customer", deleted: true };
  if (!("local" in object)) return object;
  const { local: _, ...rest } = object;
  return rest;
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function newId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join("")}`;
}
