import { randomUUID } from "node:crypto";
import Stripe from "stripe";

/** True if the response belongs to an earlier request: https://docs.stripe.com/api/idempotent_requests */
function isEarlierResponse(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * Creates or changes an object at Stripe once. All calls for the same purpose use the same key. Stripe stores the
 * response to a key for a day, even if the response is an error. So if an earlier call failed, this call uses a new
 * key.
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
