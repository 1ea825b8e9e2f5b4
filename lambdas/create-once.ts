import { randomUUID } from "node:crypto";
import Stripe from "stripe";

/** Stripe marks what it only repeats: https://docs.stripe.com/api/idempotent_requests */
const isReplayed = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";

/**
 * Makes something at Stripe under a key that all calls for the same thing share, so that they make it once. Stripe keeps a
 * key's answer for a day, failures too: one that befell an earlier call is not this call's, which tries under a new key.
 */
export async function createOnce<Made>(
  idempotencyKey: string,
  create: (options: { idempotencyKey: string }) => Promise<Made>,
): Promise<Made> {
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    if (!isReplayed(error)) throw error;
    return create({ idempotencyKey: `${idempotencyKey}-${randomUUID()}` });
  }
}
