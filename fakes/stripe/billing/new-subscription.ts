import { type Account, addObject } from "../account/account.ts";
import {
  inlineList,
  type Metadata,
  newId,
  type StoredItem,
  type StoredPrice,
  type StoredSubscription,
} from "../account/stored.ts";
import { addMonths } from "./months.ts";

/** A plan is the older format of a recurring price. */
export function toPlan(price: StoredPrice): StoredItem["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

type NewSubscription = {
  customer: string;
  price: StoredPrice;
  paymentMethod: string;
  metadata: Metadata;
  /** In seconds since 1970. */
  trialEnd: number | null;
};

function newItem(account: Account, subscription: string, settings: NewSubscription): StoredItem {
  const { price, trialEnd } = settings;
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.now,
    current_period_end: trialEnd ?? addMonths(account.now, 1),
    current_period_start: account.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** Publishes no event. */
export function addSubscription(account: Account, settings: NewSubscription): StoredSubscription {
  const { customer, price, paymentMethod, metadata, trialEnd } = settings;
  const id = newId("sub");
  const item = newItem(account, id, settings);
  const subscription: StoredSubscription = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? account.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: account.now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: inlineList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: account.now,
    status: trialEnd === null ? "incomplete" : "trialing",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: trialEnd === null ? null : account.now,
    local: { awaitsPayment: false },
  };
  return addObject(account, subscription);
}
