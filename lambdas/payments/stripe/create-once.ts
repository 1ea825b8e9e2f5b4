import { randomUUID } from "node:crypto";
import Stripe from "stripe";

/** Whether an answer is about an earlier request, not this one: https://docs.stripe.com/api/idempotent_requests */
function isEarlierResponse(error: unknown): boolean {
  // The key was used for a request with other parameters.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * Makes something at Stripe under a key that all calls for the same thing share, so that they make it once. Stripe keeps a
 * key's answer for a day, failures too, and takes no other request under it: what befell an earlier call is not this
 * call's, which tries under a new key.
 */
export async function createOnce<Made>(
  idempotencyKey: string,
  create: (options: { idempotencyKey: string }) => Promise<Made>,
): Promise<Made> {
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    if (!isEarlierResponse(error)) throw error;
    return create({ idempotencyKey: `${idempotencyKey}-${randomUUID()}` });
  }
}
