import * as z from "zod/mini";

/** A page of this app to come back to; the server only takes one on its own origins. */
export const ReturnUrl = z.url().check(z.maxLength(2000));

/**
 * What became of a choice of plan: `pay` at the payment provider's page, or `changed` at once because a recurring plan
 * was changed. `url` is where to go next.
 */
export const CheckoutAnswer = z.object({ outcome: z.enum(["pay", "changed"]), url: z.url() });
