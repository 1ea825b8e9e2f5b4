import * as z from "zod/mini";
import { PaidPlan } from "./price.ts";

/** A page of this app to which the provider's pages return. The server accepts only the app's own origins. */
export const ReturnUrl = z.url().check(z.maxLength(2000));

export const PlanChange = z.object({
  from: PaidPlan,
  to: PaidPlan,
  resumed: z.boolean(),
  /** In US cents. */
  charged_cents: z.int().check(z.nonnegative()),
});
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * Result of a choice of plan. `url` is the next page.
 * - `pay`: the learner pays at the provider's page.
 * - `changed`: a recurring plan has changed at once.
 * - `confirm`: a recurring plan changes after the learner has confirmed the payment at the provider's page.
 */
export const CheckoutAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pay"), url: z.url() }),
  z.object({ outcome: z.literal("changed"), url: z.url(), change: PlanChange }),
  z.object({ outcome: z.literal("confirm"), url: z.url() }),
]);
