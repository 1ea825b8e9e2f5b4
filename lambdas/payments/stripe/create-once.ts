import { randomUUID } from "node:crypto";
import Stripe from "stripe";

/** True if an earlier request had the same key: https://docs.stripe.com/api/idempotent_requests */
function isEarlierResponse(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * Calls for the same purpose must use the same key. Stripe stores the response to a key for at least a day, even a
 * response with the status 500.
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
