import * as z from "zod/mini";
import { PaidPlan } from "./price.ts";

/** A page of this app to come back to; the server only takes one on its own origins. */
export const ReturnUrl = z.url().check(z.maxLength(2000));

/** What became of a recurring plan that was changed instead of bought. */
export const PlanChange = z.object({
  from: PaidPlan,
  to: PaidPlan,
  /** Whether it had been cancelled and goes on now. */
  resumed: z.boolean(),
  /** What was charged for it, in US cents. */
  charged_cents: z.int().check(z.nonnegative()),
});
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * What became of a choice of plan: `pay` at the payment provider's page, `changed` at once because a recurring plan was
 * changed, or `confirm` at the provider's page a payment on which that change waits. `url` is where to go next.
 */
export const CheckoutAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pay"), url: z.url() }),
  z.object({ outcome: z.literal("changed"), url: z.url(), change: PlanChange }),
  z.object({ outcome: z.literal("confirm"), url: z.url() }),
]);
