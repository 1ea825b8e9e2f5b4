import * as z from "zod/mini";
import { PaidPlan } from "./price.ts";

/** A page of this app to return to after the payment. The server accepts only its own origins. */
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
 * Result of a choice of plan: `pay` at the provider's page, `changed` if a recurring plan changed at once, or `confirm`
 * the payment for that change at the provider's page. `url` is the next page.
 */
export const CheckoutAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pay"), url: z.url() }),
  z.object({ outcome: z.literal("changed"), url: z.url(), change: PlanChange }),
  z.object({ outcome: z.literal("confirm"), url: z.url() }),
]);
