import { describe, expect, onTestFinished, test } from "vitest";
import { Refusal } from "../../../../domain/http/refusal.ts";
import { createStripeClient, toPaymentRefusal } from "../../../../lambdas/payments/stripe/client.ts";
import { createStripePaymentProvider } from "../../../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { scaleTimeLimits } from "../../../../lambdas/runtime/time-limits.ts";
import { failed, list, ok, type StripeAnswer, startScriptedStripe } from "../../../support/stripe-server.ts";
import { aPrice, aSubscription } from "../../support/stripe-objects.ts";

async function changing(answer: StripeAnswer) {
  const { payments } = await startScriptedStripe({
    "GET /v1/prices": list(aPrice("parlance_premium_monthly")),
    "GET /v1/subscriptions/sub_1": ok(aSubscription()),
    "POST /v1/subscriptions/sub_1": answer,
  });
  return payments.changePlan("sub_1", "premium");
}

describe("a refused card", () => {
  test.each([
    ["declined", { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" }],
    ["expired", { type: "card_error", code: "expired_card" }],
  ])("is reported as a declined payment without Stripe's text if it is %s", async (_, error) => {
    const outcome = changing(failed(402, { ...error, message: "Your card 4242 was declined by the bank." }));
    await expect(outcome).rejects.toBeInstanceOf(Refusal);
    await expect(outcome).rejects.toMatchObject({
      code: "payment_declined",
      message: "Your card was declined.",
    });
  });
});

describe("an unavailable provider", () => {
  test.each([
    ["fails", failed(500, { type: "api_error" })],
    ["is overloaded", failed(503, { type: "api_error" })],
    ["limits the rate of calls", failed(429, { type: "invalid_request_error", code: "rate_limit" })],
  ])("is reported as unavailable if it %s", async (_, answer) => {
    await expect(changing(answer)).rejects.toMatchObject({ code: "payments_unavailable" });
  });

  test("is reported as unavailable if it cannot be reached", async () => {
    const stripe = createStripeClient("sk_test_1", "http://127.0.0.1:1");
    const payments = createStripePaymentProvider(async () => ({ stripe, webhookSecret: "whsec" }));
    await expect(payments.billingOf("cus_1")).rejects.toMatchObject({ code: "payments_unavailable" });
  }, 20_000);
});

const missing = (param?: string) =>
  failed(400, { type: "invalid_request_error", code: "resource_missing", message: "No such price", param });

describe("the original error is kept", () => {
  test.each([
    ["a missing price", missing("items[0][price]"), "No such price"],
    ["a bad request", failed(400, { type: "invalid_request_error", message: "No such price" }), "No such price"],
    ["a bad key", failed(401, { type: "invalid_request_error", message: "Invalid API Key" }), "Invalid API Key"],
    [
      "a key without the permission",
      failed(403, { type: "invalid_request_error", message: "Not permitted" }),
      "Not permitted",
    ],
    ["an idempotency key of another request", failed(400, { type: "idempotency_error", message: "Keys" }), "Keys"],
  ])("for %s", async (_, answer, message) => {
    const outcome = changing(answer);
    await expect(outcome).rejects.toThrow(message);
    await expect(outcome).rejects.not.toBeInstanceOf(Refusal);
  });

  test("for a secret that cannot be read", async () => {
    const payments = createStripePaymentProvider(() => Promise.reject(new Error("No such secret")));
    await expect(payments.billingOf("cus_1")).rejects.toThrow("No such secret");
  });

  test("for a thrown value that is not an error of Stripe", () => {
    for (const thrown of [new TypeError("x"), new Refusal("bad_signature", "x"), "text", undefined]) {
      expect(toPaymentRefusal(thrown)).toBe(thrown);
    }
  });
});

test("the timeouts of a call to Stripe and its retries add up to less than API Gateway's timeout", () => {
  scaleTimeLimits(1);
  onTestFinished(() => scaleTimeLimits(10));
  const stripe = createStripeClient("sk_test_1", undefined);
  const seconds = (stripe.getApiField("timeout") / 1_000) * (1 + stripe.getMaxNetworkRetries());
  // API Gateway's timeout is 30 seconds:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThan(29);
});

test("a Stripe client without a base URL has the host api.stripe.com", () => {
  expect(createStripeClient("sk_test_1", undefined).getApiField("host")).toBe("api.stripe.com");
});
