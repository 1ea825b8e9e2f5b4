import { type Account, requireObject, updateObject } from "../account/account.ts";
import {
  itemOf,
  type StoredInvoice,
  type StoredItem,
  type StoredSubscription,
  toApiObject,
} from "../account/stored.ts";
import { changedMetadata } from "../protocol/parameters.ts";

/*
 * Pending updates: https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 * A change waits at most 23 hours for its payment. The fake supports only pending changes of the price and the
 * metadata. A second change does not void the invoice of the first change.
 */

const longestSeconds = 23 * 3600;

/** Restores the items of `before`, because the change waits for the payment of `invoice`. */
export function createPendingUpdate(
  account: Account,
  before: StoredSubscription,
  item: StoredItem,
  invoice: StoredInvoice,
): StoredSubscription {
  const pending_update: StoredSubscription["pending_update"] = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(account.now + longestSeconds, itemOf(before).current_period_end),
    metadata: null,
    subscription_items: [item],
    trial_end: null,
    trial_from_plan: null,
  };
  const { items } = before;
  const fields = { items, latest_invoice: invoice.id, pending_update };
  return updateObject(
    account,
    requireObject(account, "subscription", before.id),
    fields,
    "customer.subscription.updated",
  );
}

export function applyPending(account: Account, invoice: StoredInvoice): void {
  const subscription = requireObject(account, "subscription", invoice.parent.subscription_details.subscription);
  const [item] = subscription.pending_update?.subscription_items ?? [];
  if (!item || subscription.latest_invoice !== invoice.id) return;
  const present = itemOf(subscription);
  const { price, plan } = item;
  const items = { ...subscription.items, data: [{ ...present, price, plan }] };
  const metadata = changedMetadata(subscription.metadata, subscription.pending_update?.metadata ?? {});
  const fields = { items, metadata, pending_update: null };
  const applied = updateObject(account, subscription, fields, "customer.subscription.updated");
  account.publish("customer.subscription.pending_update_applied", toApiObject(applied));
}

export function discardPending(account: Account, invoice: StoredInvoice): void {
  const subscription = requireObject(account, "subscription", invoice.parent.subscription_details.subscription);
  if (!subscription.pending_update || subscription.latest_invoice !== invoice.id) return;
  const discarded = updateObject(account, subscription, { pending_update: null }, "customer.subscription.updated");
  account.publish("customer.subscription.pending_update_expired", toApiObject(discarded));
}
