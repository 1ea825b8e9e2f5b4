import { type Account, change } from "./account.ts";
import { payUnattended } from "./collect.ts";
import { cardDeclined } from "./failure.ts";
import { periodLine } from "./invoice-lines.ts";
import { addMonths } from "./months.ts";
import { addInvoice } from "./new-invoice.ts";
import { monthsOf } from "./prices.ts";
import { itemOf, type StoredSubscription } from "./stored.ts";
import { afterAttempt } from "./subscription-payment.ts";

/**
 * Ends a trial now: the first paid period begins, and is paid for at once.
 * @throws StripeFailure 402 if the card is declined
 */
export function endTrial(account: Account, subscription: StoredSubscription): StoredSubscription {
  const item = itemOf(subscription);
  const period = { start: account.now, end: addMonths(account.now, monthsOf(item.price)) };
  const billed = { ...item, current_period_start: period.start, current_period_end: period.end };
  const active: StoredSubscription = {
    ...subscription,
    status: "active",
    trial_end: account.now,
    billing_cycle_anchor: account.now,
    items: { ...subscription.items, data: [billed] },
  };
  const lines = [periodLine(active)];
  const invoice = addInvoice(account, { subscription: active, reason: "subscription_update", lines, period });
  const { status, trial_end, billing_cycle_anchor, items } = active;
  const fields = { status, trial_end, billing_cycle_anchor, items, latest_invoice: invoice.id };
  const ended = change(account, subscription, fields, "customer.subscription.updated");
  const attempted = payUnattended(account, invoice, ended);
  if (attempted.status !== "paid") throw cardDeclined();
  return afterAttempt(account, attempted);
}
