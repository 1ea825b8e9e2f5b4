import { type Account, change } from "./account.ts";
import { asksToConfirm, methodOf, payUnattended } from "./collect.ts";
import { actionRequired, cardDeclined, invalidRequest, notModelled } from "./failure.ts";
import { prorationLines } from "./invoice-lines.ts";
import { addInvoice } from "./new-invoice.ts";
import { planOf } from "./new-subscription.ts";
import { makePending } from "./pending-update.ts";
import { monthsOf } from "./prices.ts";
import { itemOf, type StoredLine, type StoredPrice, type StoredSubscription } from "./stored.ts";
import { afterAttempt } from "./subscription-payment.ts";

export const prorationBehaviors = ["always_invoice", "create_prorations", "none"] as const;
export const paymentBehaviors = ["allow_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;

export type PlanChange = {
  price: StoredPrice;
  quantity: number;
  prorationBehavior: (typeof prorationBehaviors)[number];
  paymentBehavior: (typeof paymentBehaviors)[number];
};

function requireSameRhythm(subscription: StoredSubscription, price: StoredPrice): void {
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      {
        param: "items[0][price]",
      },
    );
  }
  if (!price.active) throw invalidRequest("The price specified is inactive.", { param: "items[0][price]" });
  if (monthsOf(price) !== monthsOf(itemOf(subscription).price)) {
    throw notModelled("changing to a price with another interval", "items[0][price]");
  }
}

function invoiceNow(
  account: Account,
  subscription: StoredSubscription,
  before: StoredSubscription,
  lines: readonly StoredLine[],
  paymentBehavior: PlanChange["paymentBehavior"],
): StoredSubscription {
  const period = { start: account.now, end: account.now };
  const invoice = addInvoice(account, { subscription, reason: "subscription_update", lines, period });
  change(account, subscription, {
    latest_invoice: invoice.id,
    local: { ...subscription.local, pendingLines: [] },
  });
  if (invoice.amount_due > 0 && methodOf(account, subscription) === null) {
    const message =
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.";
    throw invalidRequest(message, { code: "resource_missing" });
  }
  const attempted = payUnattended(account, invoice, subscription);
  if (attempted.status !== "paid" && paymentBehavior === "error_if_incomplete") {
    throw asksToConfirm(account, attempted) ? actionRequired() : cardDeclined();
  }
  if (attempted.status !== "paid" && paymentBehavior === "pending_if_incomplete") {
    return makePending(account, before, itemOf(subscription), attempted);
  }
  return afterAttempt(account, attempted);
}

/**
 * Changes what a subscription is to: its price from now on, and by `prorationBehavior` a bill for the rest of the period
 * at once, with the next renewal, or not at all.
 * @throws StripeFailure 402 if the card is declined and the change depends on it, 400 if there is none to pay with
 */
export function changePlan(account: Account, before: StoredSubscription, planChange: PlanChange): StoredSubscription {
  const { price, quantity, prorationBehavior, paymentBehavior } = planChange;
  const item = itemOf(before);
  if (item.price.id === price.id && item.quantity === quantity) return before;
  requireSameRhythm(before, price);
  const prorations = prorationBehavior === "none" ? [] : prorationLines(before, price, quantity, account.now);
  const lines = [...before.local.pendingLines, ...prorations];
  const items = { ...before.items, data: [{ ...item, price, plan: planOf(price), quantity }] };
  const changed = change(
    account,
    before,
    { items, local: { ...before.local, pendingLines: lines } },
    "customer.subscription.updated",
  );
  return prorationBehavior === "always_invoice"
    ? invoiceNow(account, changed, before, lines, paymentBehavior)
    : changed;
}
