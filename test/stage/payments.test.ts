import { describe, expect, test } from "vitest";
import { createLearner, stage } from "./support/learners.ts";

/**
 * The addresses of Stripe's payment pages: https://docs.stripe.com/payments/checkout/custom-domains (25 November 2026)
 */
const payPages = stage.name === "local" ? /^http:\/\/localhost:/ : /^https:\/\/checkout\.stripe\.com\//;

// In Stripe's live mode, a test would create a real customer.
describe.runIf(stage.payments === "test")("a checkout in test mode", () => {
  test("returns the address of a payment page", async () => {
    const { ask } = await createLearner();
    const body = { planType: "pro", billing: "monthly", returnUrl: `${stage.siteUrl}/pricing` };
    expect(await ask("create-checkout-session", { body })).toMatchObject({
      outcome: "pay",
      url: expect.stringMatching(payPages),
    });
  });
});
