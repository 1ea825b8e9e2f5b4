import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../../../domain/refusal.ts";
import { stripeApiVersion } from "../../../domain/stripe-events.ts";

const StripeSecret = z.object({ apiKey: z.string(), webhookSecret: z.string() });

export type StripeSettings = {
  /** Name or ARN of the secret that holds `{apiKey, webhookSecret}` as JSON. */
  secretId: string;
  /** Base URL of the API, if it is not Stripe's own. */
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

/** Returns a client and keys; `refused` are those that Stripe rejected, or that a signature did not match. */
export type OpenStripe = (refused?: StripeAccess) => Promise<StripeAccess>;

/** Least time between two readings of refused keys, in ms: anybody can send a bad signature. */
const rereadMs = 10_000;

/**
 * Connects to Stripe with the stored keys. They are read once per process, and anew when they are refused, since an
 * operator may have rolled them; a failed read is tried again at the next call.
 */
export function openStripe({ secretId, apiUrl }: StripeSettings, nowMs = () => performance.now()): OpenStripe {
  const secrets = new SecretsManagerClient({ maxAttempts: 3 });
  let held: { access: StripeAccess; readAt: number } | undefined;
  return async (refused) => {
    const isGood = held && held.access !== refused;
    if (held && (isGood || nowMs() - held.readAt < rereadMs)) return held.access;
    const readAt = nowMs();
    const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    const secret = StripeSecret.parse(JSON.parse(SecretString));
    held = { access: { stripe: stripeClient(secret.apiKey, apiUrl), webhookSecret: secret.webhookSecret }, readAt };
    return held.access;
  };
}

/** Whether Stripe says that something does not exist: the thing asked for, or what a parameter names. */
export function isMissing(error: unknown, param?: string): boolean {
  const isSaid = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
  return isSaid && (param === undefined || error.param === param);
}

/** The result of `work`; null if Stripe says that something does not exist. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Translates what the Stripe SDK throws; anything that is not Stripe's doing is thrown as it is. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal("payment_declined", "Your card was declined. Nothing has changed.");
  }
  // Another call has been using the same idempotency key for longer than the SDK's retries lasted.
  if (error instanceof Stripe.errors.StripeAPIError && error.statusCode === 409) {
    return new Refusal("payments_unavailable", "The payment service is still busy. Please try again in a moment.");
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
