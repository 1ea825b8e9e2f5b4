import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../domain/refusal.ts";
import { stripeApiVersion } from "../domain/stripe-events.ts";

const StripeSecret = z.object({ apiKey: z.string(), webhookSecret: z.string() });
export type StripeSecret = z.infer<typeof StripeSecret>;

export type StripeSettings = {
  /** Name or ARN of the secret that holds `{apiKey, webhookSecret}` as JSON. */
  secretId: string;
  /** Where Stripe answers, if not at Stripe. */
  apiUrl: string | undefined;
};

export type StripeAccess = { stripe: Stripe; webhookSecret: string };

/** A client of Stripe's API. */
export function stripeClient(apiKey: string, apiUrl: string | undefined): Stripe {
  const base = { apiVersion: stripeApiVersion, maxNetworkRetries: 2, timeout: 8_000, telemetry: false } as const;
  if (!apiUrl) return new Stripe(apiKey, base);
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(apiKey, { ...base, host: hostname, port, protocol: protocol === "https:" ? "https" : "http" });
}

/** Connects to Stripe with the stored key, read once per process; a failed read is tried again at the next call. */
export function openStripe({ secretId, apiUrl }: StripeSettings): () => Promise<StripeAccess> {
  const secrets = new SecretsManagerClient({ maxAttempts: 3 });
  let access: StripeAccess | undefined;
  return async () => {
    if (access) return access;
    const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    const secret = StripeSecret.parse(JSON.parse(SecretString));
    access = { stripe: stripeClient(secret.apiKey, apiUrl), webhookSecret: secret.webhookSecret };
    return access;
  };
}

/** Translates what the Stripe SDK throws; anything that is not Stripe's doing is thrown as it is. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal("payment_declined", "Your card was declined. Nothing has changed.");
  }
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
  if (isOutage) {
    return new Refusal("payments_unavailable", "The payment service cannot be reached. Please try again in a moment.");
  }
  return error;
}
