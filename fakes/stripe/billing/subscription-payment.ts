import { type Account, requireObject, updateObject } from "../account/account.ts";
import type { StoredInvoice, StoredSubscription } from "../account/stored.ts";
import { cancelNow, listOpenInvoices } from "./cancel-subscription.ts";
import { payUnattended } from "./collect.ts";
import { applyPending } from "./pending-update.ts";

const daySeconds = 86_400;
/** Days from the finalization of an invoice to each retry of its payment. */
const retryDays = [3, 5, 7, 14] as const;

export function subscriptionOf(account: Account, invoice: StoredInvoice): StoredSubscription {
  return requireObject(account, "subscription", invoice.parent.subscription_details.subscription);
}

function applySuccess(account: Account, subscription: StoredSubscription): StoredSubscription {
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") return subscription;
  const owes = listOpenInvoices(account, subscription).some(({ attempted }) => attempted);
  const local = { awaitsPayment: false };
  // A payment during a trial does not end the trial.
  const stays = owes || subscription.status === "trialing";
  return updateObject(
    account,
    subscription,
    stays ? { local } : { local, status: "active" },
    "customer.subscription.updated",
  );
}

function applyFailure(account: Account, invoice: StoredInvoice, subscription: StoredSubscription): void {
  if (subscription.status === "incomplete") {
    const local = { awaitsPayment: false };
    updateObject(account, subscription, { local });
    return;
  }
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") return;
  const failedAt = invoice.status_transitions.finalized_at ?? account.now;
  const next = retryDays.map((days) => failedAt + days * daySeconds).find((at) => at > account.now);
  if (next === undefined) {
    cancelNow(account, subscription, "payment_failed");
    return;
  }
  updateObject(account, invoice, { next_payment_attempt: next }, "invoice.updated");
  updateObject(account, subscription, { status: "past_due" }, "customer.subscription.updated");
}

export function applyAttempt(account: Account, invoice: StoredInvoice): StoredSubscription {
  if (invoice.status === "paid") applyPending(account, invoice);
  const subscription = subscriptionOf(account, invoice);
  if (invoice.status === "paid") return applySuccess(account, subscription);
  applyFailure(account, invoice, subscription);
  return subscriptionOf(account, invoice);
}

export function collectUnattended(account: Account, invoice: StoredInvoice): StoredSubscription {
  return applyAttempt(account, payUnattended(account, invoice, subscriptionOf(account, invoice)));
}
