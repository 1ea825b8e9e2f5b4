import { Refusal } from "../domain/refusal.ts";

/** The refusal of another plan while a payment for the one that runs is open. */
export function paymentOpen(): Refusal {
  return new Refusal(
    "payment_open",
    "A payment for your plan is open. Pay it or cancel your plan, then choose another.",
  );
}
