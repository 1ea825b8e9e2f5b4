import type Stripe from "stripe";
import { createOnce } from "./create-once.ts";

/** Metadata key that ties a correction of a customer's credit to the subscription that caused it. */
const correctionKey = "undone_subscription";

const idOf = (customer: Stripe.Subscription["customer"]) => (typeof customer === "string" ? customer : customer.id);

/** By how much paid invoices raised a customer's balance, in cents: below zero if they left credit behind. */
function balanceMoved(invoices: readonly Stripe.Invoice[]): number {
  return invoices.reduce(
    (sum, { starting_balance, ending_balance }) => sum + (ending_balance ?? 0) - starting_balance,
    0,
  );
}

/** What a customer holds in credit, in cents, below zero for a debt; nothing if the customer is deleted. */
export async function creditOf(stripe: Stripe, customer: string): Promise<number> {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? 0 : 0 - found.balance;
}

/**
 * Takes back what a subscription's `invoices` did to its customer's credit, once their money has been given back: credit
 * for time that was not paid for after all would be a present, and credit that was used for it was used for nothing. What
 * was credited and is spent already is owed with the next bill. Harmless if done already.
 */
export async function reverseCredit(
  stripe: Stripe,
  { id, customer, currency }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Promise<void> {
  const moved = balanceMoved(invoices);
  if (moved === 0) return;
  const customerId = idOf(customer);
  const { data: corrections } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  if (corrections.some(({ metadata }) => metadata?.[correctionKey] === id)) return;
  const correction = { amount: -moved, currency, description: "Plan undone", metadata: { [correctionKey]: id } };
  await createOnce(`undo-credit-${id}`, (once) =>
    stripe.customers.createBalanceTransaction(customerId, correction, once),
  );
}
