import type Stripe from "stripe";
import { isMissing } from "./client.ts";
import { createOnce } from "./create-once.ts";

/** Stripe keeps deleted customers and marks them as deleted: https://docs.stripe.com/api/customers/delete */
export async function hasCustomer(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(id)).deleted !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** May miss customers created within the last hour: https://docs.stripe.com/api/customers/search */
export async function customersOfLearner(stripe: Stripe, userId: string): Promise<string[]> {
  const { data } = await stripe.customers.search({ query: `metadata['user_id']:'${userId}'`, limit: 100 });
  return data.map(({ id }) => id);
}

/** Stripe stores the response to a key. So the replacement of a deleted customer (`former`) needs another key. */
export async function createCustomer(stripe: Stripe, userId: string, email: string, former?: string): Promise<string> {
  const key = former === undefined ? `customer-${userId}` : `customer-${userId}-after-${former}`;
  const params = { email, metadata: { user_id: userId } };
  return (await createOnce(key, (options) => stripe.customers.create(params, options))).id;
}

export function customerIdOf({ customer }: Pick<Stripe.Subscription, "customer">): string {
  return typeof customer === "string" ? customer : customer.id;
}
