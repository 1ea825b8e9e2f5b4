import { type Account, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import {
  itemOf,
  type StoredPaymentIntent,
  type StoredPaymentMethod,
  type StoredSession,
  toApiObject,
} from "../account/stored.ts";
import { finishInvoice, payInvoice } from "./collect.ts";
import { periodLine } from "./invoice-lines.ts";
import { addInvoice } from "./new-invoice.ts";
import { addSubscription } from "./new-subscription.ts";
import { addPaymentMethod, isDeclining, type PaymentMethodKind } from "./payment-method-kinds.ts";
import { addIntent, attemptPayment, finishPayment, type Outcome } from "./payments.ts";
import { applyAttempt } from "./subscription-payment.ts";

function createIntent(account: Account, session: StoredSession): StoredPaymentIntent {
  if (session.payment_intent !== null) return requireObject(account, "payment_intent", session.payment_intent);
  const { payment } = session.local;
  return addIntent(account, {
    customer: session.customer,
    amount: session.amount_total,
    currency: session.currency ?? "usd",
    description: session.mode === "subscription" ? "Subscription creation" : null,
    metadata: session.mode === "subscription" ? {} : payment.metadata,
  });
}

const isTrial = ({ local }: StoredSession) => local.subscription.trialEnd !== null;

/** A declined payment leaves the session open, and creates no subscription. */
function decline(account: Account, session: StoredSession, method: StoredPaymentMethod): StoredSession {
  if (isTrial(session)) return session;
  const intent = attemptPayment(account, createIntent(account, session), method, "declines");
  return session.mode === "payment" ? updateObject(account, session, { payment_intent: intent.id }) : session;
}

type Accepted = Exclude<Outcome, "declines">;

function completeOnce(account: Account, session: StoredSession, method: StoredPaymentMethod, outcome: Accepted) {
  const intent = attemptPayment(account, createIntent(account, session), method, outcome);
  return { payment_intent: intent.id };
}

function completeSubscription(
  account: Account,
  session: StoredSession,
  method: StoredPaymentMethod,
  outcome: Accepted,
): Partial<StoredSession> {
  const { lineItems, subscription: data } = session.local;
  const [line] = lineItems;
  if (!line) throw new Error(`Session ${session.id} has no line items`);
  const details = { customer: session.customer, price: line.price, paymentMethod: method.id, ...data };
  const made = addSubscription(account, details);
  const { current_period_start: start, current_period_end: end } = itemOf(made);
  const invoice = addInvoice(account, {
    subscription: made,
    reason: "subscription_create",
    lines: [periodLine(made)],
    period: { start, end },
  });
  const isOnTrial = made.status === "trialing";
  const local = { awaitsPayment: outcome === "pends" && !isOnTrial };
  const billed = updateObject(account, made, { latest_invoice: invoice.id, local });
  account.publish("customer.subscription.created", toApiObject(billed));
  const attempted = payInvoice(account, invoice, method, outcome);
  if (outcome === "succeeds" && !isOnTrial) applyAttempt(account, attempted);
  return { subscription: made.id, invoice: invoice.id };
}

/** @throws StripeFailure */
export function paySession(account: Account, session: StoredSession, kind: PaymentMethodKind): StoredSession {
  if (session.status !== "open") throw invalidRequest(`This Checkout Session is ${session.status}.`);
  const isDeclined = kind === "declined" || isDeclining(account);
  const method = addPaymentMethod(account, session.customer, isDeclined ? "declined" : kind);
  if (isDeclined) return decline(account, session, method);
  const outcome = kind === "bank" ? "pends" : "succeeds";
  const complete = session.mode === "payment" ? completeOnce : completeSubscription;
  const customer = requireObject(account, "customer", session.customer);
  return updateObject(
    account,
    session,
    {
      ...complete(account, session, method, outcome),
      customer_details: {
        address: null,
        business_name: null,
        email: customer.email,
        individual_name: null,
        name: customer.name ?? null,
        phone: null,
        tax_exempt: "none",
        tax_ids: [],
      },
      payment_status: isTrial(session) ? "no_payment_required" : outcome === "succeeds" ? "paid" : "unpaid",
      status: "complete",
      url: null,
    },
    "checkout.session.completed",
  );
}

function listPayments({ store }: Account, { payment_intent, invoice }: StoredSession): string[] {
  if (payment_intent !== null) return [payment_intent];
  return store
    .list("invoice_payment", { field: "invoice", value: String(invoice) })
    .map(({ payment }) => payment.payment_intent);
}

export function isPending(account: Account, session: StoredSession): boolean {
  if (session.status !== "complete" || session.payment_status !== "unpaid") return false;
  return listPayments(account, session).some((id) => account.store.find("payment_intent", id)?.status === "processing");
}

/**
 * Completes or fails the session's slow payment, such as a bank debit.
 * @throws StripeFailure 400 if no payment is in progress
 */
export function finishSession(account: Account, session: StoredSession, isPaid: boolean): StoredSession {
  if (!isPending(account, session)) throw invalidRequest("This Checkout Session has no payment under way.");
  if (session.payment_intent !== null) {
    finishPayment(account, requireObject(account, "payment_intent", session.payment_intent), isPaid);
  } else if (session.invoice !== null) {
    applyAttempt(account, finishInvoice(account, requireObject(account, "invoice", String(session.invoice)), isPaid));
  }
  return updateObject(
    account,
    session,
    { payment_status: isPaid ? "paid" : "unpaid" },
    isPaid ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
  );
}

export function expireSession(account: Account, session: StoredSession): StoredSession {
  if (session.payment_intent !== null) {
    const intent = requireObject(account, "payment_intent", session.payment_intent);
    const fields = { status: "canceled", canceled_at: account.now, cancellation_reason: "expired" } as const;
    updateObject(account, intent, fields, "payment_intent.canceled");
  }
  return updateObject(account, session, { status: "expired", url: null }, "checkout.session.expired");
}
