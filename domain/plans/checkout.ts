import * as z from "zod/mini";
import { PaidPlan } from "./price.ts";

/** The server uses only the origin, and accepts only the app's own origins. */
export const ReturnUrl = z.url().check(z.maxLength(2000));

export const PlanChange = z.object({
  from: PaidPlan,
  to: PaidPlan,
  resumed: z.boolean(),
  charged_cents: z.int().check(z.nonnegative()),
});
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * - `pay`: the learner completes the purchase on the payment provider's page.
 * - `changed`: the choice is complete, and needs no page of the provider.
 * - `confirm`: a recurring plan changes after the learner has confirmed the payment on the provider's page.
 */
export const CheckoutAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pay"), url: z.url() }),
  z.object({ outcome: z.literal("changed"), url: z.url(), change: PlanChange }),
  z.object({ outcome: z.literal("confirm"), url: z.url() }),
]);
