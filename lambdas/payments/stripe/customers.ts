import type Stripe from "stripe";
import { isMissing } from "./client.ts";
import { createOnce } from "./create-once.ts";

/** Whether a customer can still buy: https://docs.stripe.com/api/customers/delete keeps deleted ones, marked so. */
export async function hasCustomer(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(id)).deleted !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * The customers of a learner that are not deleted, bound to their row or not. Those made within the last hour may be
 * missing: https://docs.stripe.com/api/customers/search
 */
export async function customersOfLearner(stripe: Stripe, userId: string): Promise<string[]> {
  const { data } = await stripe.customers.search({ query: `metadata['user_id']:'${userId}'`, limit: 100 });
  return data.map(({ id }) => id);
}

/** Makes a learner's customer once; another one once the `former` is gone, since a key's answer is kept for a day. */
export async function createCustomer(stripe: Stripe, userId: string, email: string, former?: string): Promise<string> {
  const key = former === undefined ? `customer-${userId}` : `customer-${userId}-after-${former}`;
  const params = { email, metadata: { user_id: userId } };
  return (await createOnce(key, (options) => stripe.customers.create(params, options))).id;
}

/** Id of a subscription's customer, expanded or not. */
export function customerIdOf({ customer }: Pick<Stripe.Subscription, "customer">): string {
  return typeof customer === "string" ? customer : customer.id;
}
