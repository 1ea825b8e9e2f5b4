import { type Account, requireObject, updateObject } from "../account/account.ts";
import { itemOf, type Stored, type StoredSubscription } from "../account/stored.ts";
import { cancelNow, listOpenInvoices } from "./cancel-subscription.ts";
import { expireSession } from "./pay-session.ts";
import { renew } from "./renew.ts";
import { collectUnattended } from "./subscription-payment.ts";
import { voidInvoice } from "./void-invoice.ts";

function expireIncomplete(account: Account, subscription: StoredSubscription): void {
  for (const invoice of listOpenInvoices(account, subscription)) voidInvoice(account, invoice);
  updateObject(
    account,
    subscription,
    { status: "incomplete_expired", ended_at: account.now },
    "customer.subscription.updated",
  );
}

function settleSubscription(account: Account, subscription: StoredSubscription): void {
  const { status, cancel_at, latest_invoice, pending_update } = subscription;
  // The scheduled end has precedence over the renewal, so a subscription that ends with its period is not renewed.
  if (status === "incomplete") expireIncomplete(account, subscription);
  else if (pending_update && pending_update.expires_at <= account.now) {
    voidInvoice(account, requireObject(account, "invoice", latest_invoice ?? ""));
  } else if (cancel_at !== null && cancel_at <= account.now) {
    cancelNow(account, subscription, "cancellation_requested");
  } else if (itemOf(subscription).current_period_end <= account.now) renew(account, subscription);
}

function settleOne(account: Account, object: Stored): void {
  switch (object.object) {
    case "checkout.session":
      expireSession(account, object);
      return;
    case "invoice":
      collectUnattended(account, requireObject(account, "invoice", object.id));
      return;
    case "subscription":
      settleSubscription(account, object);
      return;
    default:
      throw new Error(`Nothing is ever due for a ${object.object}`);
  }
}

/** Applies due changes in order, each at its own due time. Returns true if further changes may be due. */
export function settleDue(account: Account, limit: number): boolean {
  const { now, store } = account;
  for (let done = 0; done < limit; done += 1) {
    const first = store.firstDue(now);
    if (!first) return false;
    settleOne({ ...account, now: first.due }, first.object);
  }
  return true;
}
