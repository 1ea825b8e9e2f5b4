import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import {
  newId,
  type StoredInvoice,
  type StoredInvoicePayment,
  type StoredPaymentIntent,
  type StoredPaymentMethod,
  type StoredSubscription,
} from "../account/stored.ts";
import { isDeclining, unattendedOutcome } from "./payment-method-kinds.ts";
import { addIntent, attemptPayment, finishPayment, type Outcome } from "./payments.ts";

type Attempt = { link: StoredInvoicePayment; intent: StoredPaymentIntent };

function getOrCreateAttempt(account: Account, invoice: StoredInvoice): Attempt {
  const links = account.store.list("invoice_payment", { field: "invoice", value: invoice.id });
  const present = links.find(({ status }) => status === "open");
  if (present)
    return { link: present, intent: requireObject(account, "payment_intent", present.payment.payment_intent) };
  const intent = addIntent(account, {
    customer: invoice.customer,
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    metadata: {},
  });
  const link: StoredInvoicePayment = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  return { link: addObject(account, link), intent };
}

function markPaid(account: Account, invoice: StoredInvoice, link: StoredInvoicePayment | null): StoredInvoice {
  const amountPaid = invoice.amount_due;
  if (link) {
    const transitions = { canceled_at: null, paid_at: account.now };
    updateObject(account, link, { status: "paid", amount_paid: amountPaid, status_transitions: transitions });
  }
  const paid = updateObject(
    account,
    invoice,
    {
      status: "paid",
      amount_paid: amountPaid,
      amount_remaining: 0,
      attempted: true,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: account.now },
    },
    "invoice.paid",
  );
  account.publish("invoice.payment_succeeded", paid);
  return paid;
}

function markFailed(account: Account, invoice: StoredInvoice): StoredInvoice {
  return updateObject(account, invoice, { attempted: true }, "invoice.payment_failed");
}

export function payInvoice(
  account: Account,
  invoice: StoredInvoice,
  method: StoredPaymentMethod | null,
  outcome: Outcome,
): StoredInvoice {
  if (invoice.amount_due === 0) return markPaid(account, invoice, null);
  const attempted = updateObject(account, invoice, { attempt_count: invoice.attempt_count + 1 });
  if (!method) return markFailed(account, attempted);
  const { link, intent } = getOrCreateAttempt(account, attempted);
  attemptPayment(account, intent, method, outcome);
  switch (outcome) {
    case "succeeds":
      return markPaid(account, attempted, link);
    case "declines":
      return markFailed(account, attempted);
    case "asks":
      account.publish("invoice.payment_action_required", attempted);
      return markFailed(account, attempted);
    case "pends":
      return updateObject(account, attempted, { attempted: true });
  }
}

export function finishInvoice(account: Account, invoice: StoredInvoice, isPaid: boolean): StoredInvoice {
  const { link, intent } = getOrCreateAttempt(account, invoice);
  finishPayment(account, intent, isPaid);
  return isPaid ? markPaid(account, invoice, link) : markFailed(account, invoice);
}

export function findPaymentMethod(account: Account, subscription: StoredSubscription): StoredPaymentMethod | null {
  const customer = requireObject(account, "customer", subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return id === null ? null : account.store.find("payment_method", id);
}

export function payUnattended(account: Account, invoice: StoredInvoice, subscription: StoredSubscription) {
  const method = findPaymentMethod(account, subscription);
  const outcome = method === null || isDeclining(account) ? "declines" : unattendedOutcome(method);
  return payInvoice(account, invoice, method, outcome);
}

export function requiresAction(account: Account, invoice: StoredInvoice): boolean {
  const links = account.store.list("invoice_payment", { field: "invoice", value: invoice.id });
  return links.some(
    ({ status, payment }) =>
      status === "open" &&
      requireObject(account, "payment_intent", payment.payment_intent).status === "requires_action",
  );
}
