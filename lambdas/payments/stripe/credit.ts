import type Stripe from "stripe";
import { traceFunding } from "../../../domain/plans/funding.ts";
import { createOnce } from "./create-once.ts";
import { customerIdOf } from "./customers.ts";
import { type BillingHistory, creditKeys, fetchBillingHistory, toLedger } from "./ledger.ts";
import { fetchPayments } from "./returned-payments.ts";

/** Negative for a debt. */
export async function fetchCreditCents(stripe: Stripe, customer: string): Promise<number> {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? 0 : 0 - found.balance;
}

const descriptions = {
  [creditKeys.moved]: "Payment kept as credit for a later period",
  [creditKeys.restored]: "Credit restored",
};

/** The metadata of the balance transaction makes a repeated call harmless. */
async function addForSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { transactions }: BillingHistory,
  key: keyof typeof descriptions,
  cents: number,
): Promise<void> {
  const { id, currency } = subscription;
  if (cents === 0 || transactions.some(({ metadata }) => metadata?.[key] === id)) return;
  const transaction = { amount: -cents, currency, description: descriptions[key], metadata: { [key]: id } };
  await createOnce(`${key}-${id}`, (once) =>
    stripe.customers.createBalanceTransaction(customerIdOf(subscription), transaction, once),
  );
}

export function moveToCredit(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  history: BillingHistory,
  cents: number,
) {
  return addForSubscription(stripe, subscription, history, creditKeys.moved, cents);
}

export function restoreCredit(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  history: BillingHistory,
  cents: number,
) {
  return addForSubscription(stripe, subscription, history, creditKeys.restored, cents);
}

/** Concurrent calls that read the same history share an idempotency key. */
export async function withholdCredit(stripe: Stripe, customer: string): Promise<void> {
  const [{ returned }, history] = await Promise.all([
    fetchPayments(stripe, customer),
    fetchBillingHistory(stripe, customer),
  ]);
  const { excessCents } = traceFunding(toLedger(history, returned));
  if (excessCents === 0) return;
  const transaction = {
    amount: excessCents,
    currency: "usd",
    description: excessCents > 0 ? "Credit withheld: payment returned" : "Credit restored: payment not returned",
    metadata: { [creditKeys.withheld]: "true" },
  };
  await createOnce(`withhold-${customer}-${history.transactions[0]?.id ?? "first"}`, (once) =>
    stripe.customers.createBalanceTransaction(customer, transaction, once),
  );
}
