import { type Account, updateObject } from "../account/account.ts";
import { itemOf, type StoredSubscription } from "../account/stored.ts";
import { periodLine } from "./invoice-lines.ts";
import { addMonths, monthsBetween } from "./months.ts";
import { addInvoice } from "./new-invoice.ts";
import { collectUnattended } from "./subscription-payment.ts";

/** Counts months from the anchor of the billing cycle, so that a short month does not shorten later periods. */
function nextPeriodEnd({ billing_cycle_anchor: anchor }: StoredSubscription, start: number): number {
  return addMonths(anchor, monthsBetween(anchor, start) + 1);
}

function openPeriod(account: Account, subscription: StoredSubscription): StoredSubscription {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const renewed = {
    ...item,
    current_period_start: start,
    current_period_end: nextPeriodEnd(subscription, start),
  };
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  return updateObject(account, subscription, { status, items: { ...subscription.items, data: [renewed] } });
}

export function renew(account: Account, before: StoredSubscription): void {
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  const opened = openPeriod(account, before);
  const lines = [periodLine(opened)];
  const settings = { subscription: opened, reason: "subscription_cycle", lines, period: { start, end } } as const;
  const invoice = addInvoice(account, settings);
  // The event must also list the changes of `openPeriod`, so the update starts from `before`.
  const { items, status } = opened;
  updateObject(account, before, { status, items, latest_invoice: invoice.id }, "customer.subscription.updated");
  collectUnattended(account, invoice);
}
