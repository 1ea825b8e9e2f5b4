import type Stripe from "stripe";
import { moneyOf, presentFunding, sumOf, traceFunding } from "../../../domain/plans/funding.ts";
import { createOnce } from "./create-once.ts";
import { creditOf, moveToCredit } from "./credit.ts";
import { customerIdOf } from "./customers.ts";
import { creditKeys, ledgerOf, readBooks } from "./ledger.ts";
import { instant } from "./months.ts";

/**
 * Starts the first period of a subscription again at this moment, paid by what paid for it. Stripe bills a whole period when
 * the cycle is moved (https://docs.stripe.com/billing/subscriptions/billing-cycle), so the money becomes credit first, which
 * pays that bill. Harmless if done already, and continued if it stopped in between.
 * Why: docs/decisions/0066-bank-debits.md
 */
export async function startNow(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (!item || item.current_period_start !== subscription.created) return;
  const customer = customerIdOf(subscription);
  const [books, credit] = await Promise.all([readBooks(stripe, customer), creditOf(stripe, customer)]);
  const { periods } = traceFunding(ledgerOf(books, new Map()));
  const cents = sumOf(moneyOf(presentFunding(periods, id, instant(item.current_period_start)).funding));
  const isMoved = books.transactions.some(({ metadata }) => metadata?.[creditKeys.moved] === id);
  // With a debt, or after a change of plan, the new bill would charge the learner again: keep the period.
  if (credit + (isMoved ? 0 : cents) < (item.price.unit_amount ?? 0)) return;
  await moveToCredit(stripe, subscription, books, cents);
  const params: Stripe.SubscriptionUpdateParams = {
    billing_cycle_anchor: { type: "now" },
    proration_behavior: "none",
    payment_behavior: "error_if_incomplete",
  };
  await createOnce(`start-now-${id}`, (once) => stripe.subscriptions.update(id, params, once));
}
