import { type Account, updateObject } from "../account/account.ts";
import type { StoredInvoice, StoredSubscription } from "../account/stored.ts";

type Reason = "cancellation_requested" | "payment_failed";

/** Newest first. */
export function listOpenInvoices(account: Account, subscription: StoredSubscription): StoredInvoice[] {
  return account.store
    .list("invoice", { field: "customer", value: subscription.customer })
    .filter(({ status, parent }) => status === "open" && parent.subscription_details.subscription === subscription.id);
}

export function cancelNow(account: Account, subscription: StoredSubscription, reason: Reason): StoredSubscription {
  for (const invoice of listOpenInvoices(account, subscription)) {
    updateObject(account, invoice, { next_payment_attempt: null, auto_advance: false }, "invoice.updated");
  }
  const details = subscription.cancellation_details;
  return updateObject(
    account,
    subscription,
    {
      status: "canceled",
      canceled_at: subscription.canceled_at ?? account.now,
      ended_at: account.now,
      cancellation_details: {
        comment: details?.comment ?? null,
        feedback: details?.feedback ?? null,
        feedback_option: details?.feedback_option ?? null,
        reason: details?.reason ?? reason,
      },
      local: { awaitsPayment: false },
    },
    "customer.subscription.deleted",
  );
}

type Schedule = { cancelAt: number; isPeriodEnd: boolean } | null;

export function cancellationFields(
  account: Account,
  subscription: StoredSubscription,
  schedule: Schedule,
): Partial<StoredSubscription> {
  const present = subscription.cancellation_details;
  const details = { comment: null, feedback: null, feedback_option: null, ...present };
  if (schedule === null) {
    const cleared = { ...details, reason: null };
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: cleared };
  }
  return {
    cancel_at: schedule.cancelAt,
    cancel_at_period_end: schedule.isPeriodEnd,
    canceled_at: account.now,
    cancellation_details: { ...details, reason: "cancellation_requested" },
  };
}
