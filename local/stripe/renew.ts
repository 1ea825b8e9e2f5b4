import { type Account, change } from "./account.ts";
import { periodLine } from "./invoice-lines.ts";
import { addMonths, monthsBetween } from "./months.ts";
import { addDraft, addInvoice } from "./new-invoice.ts";
import { monthsOf } from "./prices.ts";
import { itemOf, type StoredInvoice, type StoredSubscription } from "./stored.ts";
import { collect } from "./subscription-payment.ts";

/** The end of the period that begins at `start`: counted from the anchor, so that a short month shortens no later one. */
function nextPeriodEnd({ billing_cycle_anchor: anchor }: StoredSubscription, start: number, months: number): number {
  return addMonths(anchor, monthsBetween(anchor, start) + months);
}

function openPeriod(account: Account, subscription: StoredSubscription): StoredSubscription {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const renewed = {
    ...item,
    current_period_start: start,
    current_period_end: nextPeriodEnd(subscription, start, monthsOf(item.price)),
  };
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  return change(account, subscription, { status, items: { ...subscription.items, data: [renewed] } });
}

/** An invoice of a time in which collection is paused: nobody is asked to pay it. */
function shelve(account: Account, draft: StoredInvoice, behavior: string): void {
  const { status_transitions: transitions } = draft;
  const { now } = account;
  if (behavior === "void") {
    change(
      account,
      draft,
      { status: "void", status_transitions: { ...transitions, finalized_at: now, voided_at: now } },
      "invoice.voided",
    );
  } else if (behavior === "mark_uncollectible") {
    const marked = { ...transitions, finalized_at: now, marked_uncollectible_at: now };
    change(account, draft, { status: "uncollectible", status_transitions: marked }, "invoice.marked_uncollectible");
  }
}

/** Begins the next period of a subscription and asks for its price. */
export function renew(account: Account, before: StoredSubscription): void {
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  const opened = openPeriod(account, before);
  const lines = [...opened.local.pendingLines, periodLine(opened)];
  const settings = { subscription: opened, reason: "subscription_cycle", lines, period: { start, end } } as const;
  const pause = opened.pause_collection;
  const invoice = pause ? addDraft(account, settings) : addInvoice(account, settings);
  const local = { ...opened.local, pendingLines: [] };
  // The event is to name what changed since before the period opened.
  const { items, status } = opened;
  change(account, before, { status, items, latest_invoice: invoice.id, local }, "customer.subscription.updated");
  if (pause) shelve(account, invoice, pause.behavior);
  else collect(account, invoice);
}
