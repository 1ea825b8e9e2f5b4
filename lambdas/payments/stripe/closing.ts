import type Stripe from "stripe";
import { expireOpenPages } from "./checkout.ts";
import { unlessMissing } from "./client.ts";
import { endNow } from "./refund.ts";

/**
 * Ends everything that a customer pays for, and removes the customer. The customer goes last: one who is gone has
 * nothing left to end.
 */
export async function closeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const found = await unlessMissing(stripe.customers.retrieve(customer));
  if (!found || found.deleted) return;
  // First the pages on which to pay: what is paid until then shows among the subscriptions.
  await expireOpenPages(stripe, customer);
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  for (const { id, status } of subscriptions) {
    if (status !== "canceled" && status !== "incomplete_expired") await endNow(stripe, id);
  }
  await unlessMissing(stripe.customers.del(customer));
}
