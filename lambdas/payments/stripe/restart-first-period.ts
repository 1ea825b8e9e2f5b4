import type Stripe from "stripe";
import { currentFunding, sumMoney, totalMoney, traceFunding } from "../../../domain/plans/funding.ts";
import { createOnce } from "./create-once.ts";
import { fetchCreditCents, moveToCredit } from "./credit.ts";
import { customerIdOf } from "./customers.ts";
import { creditKeys, fetchBillingHistory, toLedger } from "./ledger.ts";
import { toInstant } from "./single-months.ts";

/**
 * When the billing cycle moves, Stripe bills a whole period:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 * So the first payment becomes credit, which pays the new bill.
 * Why: docs/decisions/0066-bank-debits.md
 */
export async function restartFirstPeriod(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (!item || item.current_period_start !== subscription.created) return;
  const customer = customerIdOf(subscription);
  const [history, credit] = await Promise.all([
    fetchBillingHistory(stripe, customer),
    fetchCreditCents(stripe, customer),
  ]);
  const { periods } = traceFunding(toLedger(history, new Map()));
  const cents = sumMoney(totalMoney(currentFunding(periods, id, toInstant(item.current_period_start)).funding));
  const isMoved = history.transactions.some(({ metadata }) => metadata?.[creditKeys.moved] === id);
  // Without enough credit, as with a debt or after a change of plan, the new bill would charge the learner again.
  if (credit + (isMoved ? 0 : cents) < (item.price.unit_amount ?? 0)) return;
  await moveToCredit(stripe, subscription, history, cents);
  const params: Stripe.SubscriptionUpdateParams = {
    billing_cycle_anchor: { type: "now" },
    proration_behavior: "none",
    payment_behavior: "error_if_incomplete",
  };
  await createOnce(`start-now-${id}`, (once) => stripe.subscriptions.update(id, params, once));
}
