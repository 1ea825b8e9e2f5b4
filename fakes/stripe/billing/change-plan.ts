import { type Account, updateObject } from "../account/account.ts";
import { actionRequired, cardDeclined, invalidRequest } from "../account/failure.ts";
import { itemOf, type StoredLine, type StoredPrice, type StoredSubscription } from "../account/stored.ts";
import { findPaymentMethod, payUnattended, requiresAction } from "./collect.ts";
import { periodLine, prorationLines } from "./invoice-lines.ts";
import { addMonths } from "./months.ts";
import { addInvoice } from "./new-invoice.ts";
import { toPlan } from "./new-subscription.ts";
import { createPendingUpdate } from "./pending-update.ts";
import { applyAttempt } from "./subscription-payment.ts";

/** The supported values of `payment_behavior`: https://docs.stripe.com/api/subscriptions/update */
export const paymentBehaviors = ["error_if_incomplete", "pending_if_incomplete"] as const;
type PaymentBehavior = (typeof paymentBehaviors)[number];

function requireRecurring(price: StoredPrice): void {
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      {
        param: "items[0][price]",
      },
    );
  }
  if (!price.active) throw invalidRequest("The price specified is inactive.", { param: "items[0][price]" });
}

function invoiceNow(
  account: Account,
  subscription: StoredSubscription,
  before: StoredSubscription,
  lines: readonly StoredLine[],
  paymentBehavior: PaymentBehavior,
): StoredSubscription {
  const period = { start: account.now, end: account.now };
  const invoice = addInvoice(account, { subscription, reason: "subscription_update", lines, period });
  updateObject(account, subscription, { latest_invoice: invoice.id });
  if (invoice.amount_due > 0 && findPaymentMethod(account, subscription) === null) {
    const message =
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.";
    throw invalidRequest(message, { code: "resource_missing" });
  }
  const attempted = payUnattended(account, invoice, subscription);
  if (attempted.status === "paid") return applyAttempt(account, attempted);
  if (paymentBehavior === "pending_if_incomplete") {
    return createPendingUpdate(account, before, itemOf(subscription), attempted);
  }
  throw requiresAction(account, attempted) ? actionRequired() : cardDeclined();
}

/** @throws StripeFailure */
export function changePlan(
  account: Account,
  before: StoredSubscription,
  price: StoredPrice,
  paymentBehavior: PaymentBehavior,
): StoredSubscription {
  const item = itemOf(before);
  if (item.price.id === price.id) return before;
  requireRecurring(price);
  const items = { ...before.items, data: [{ ...item, price, plan: toPlan(price) }] };
  const changed = updateObject(account, before, { items }, "customer.subscription.updated");
  return invoiceNow(account, changed, before, prorationLines(before, price, account.now), paymentBehavior);
}

/**
 * Restarts the billing cycle and invoices a whole period: https://docs.stripe.com/billing/subscriptions/billing-cycle
 * @throws StripeFailure
 */
export function startPeriodNow(account: Account, before: StoredSubscription): StoredSubscription {
  const item = itemOf(before);
  const moved = { ...item, current_period_start: account.now, current_period_end: addMonths(account.now, 1) };
  const fields = { billing_cycle_anchor: account.now, items: { ...before.items, data: [moved] } };
  const changed = updateObject(account, before, fields, "customer.subscription.updated");
  return invoiceNow(account, changed, before, [periodLine(changed)], "error_if_incomplete");
}
