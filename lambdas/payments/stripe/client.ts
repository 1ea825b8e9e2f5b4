import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../../../domain/http/refusal.ts";
import { stripeApiVersion } from "../../../domain/plans/stripe.ts";
import { describeError, log } from "../../runtime/log.ts";
import { attemptTimeoutMs, createAwsClient, paymentTimeoutMs } from "../../runtime/time-limits.ts";

const StripeSecret = z.object({ apiKey: z.string(), webhookSecret: z.string() });

export type StripeSettings = {
  /** Name or ARN. */
  secretId: string;
  apiUrl: string | undefined;
};

export type StripeAccess = { stripe: Stripe; webhookSecret: string };

/** Limits each request to the remaining time of the function. */
function createHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, method, headers, data, protocol) =>
      client.makeRequest(host, port, path, method, headers, data, protocol, paymentTimeoutMs()),
  };
}

export function createStripeClient(apiKey: string, apiUrl: string | undefined): Stripe {
  const timeout = attemptTimeoutMs("payment");
  const httpClient = createHttpClient();
  const base = { apiVersion: stripeApiVersion, maxNetworkRetries: 2, timeout, telemetry: false, httpClient } as const;
  if (!apiUrl) return new Stripe(apiKey, base);
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(apiKey, { ...base, host: hostname, port, protocol: protocol === "https:" ? "https" : "http" });
}

/** `refused` are keys that Stripe rejected, or that did not match a signature. */
export type GetStripeAccess = (refused?: StripeAccess) => Promise<StripeAccess>;

/** The keys are read again after this time, even if Stripe still accepts the former ones. */
const keyCacheMs = 5 * 60_000;
/** Anyone can send bad signatures, and each one would otherwise cause a read of the keys. */
const rereadMs = 10_000;

type CachedAccess = { access: StripeAccess; text: string; readAt: number; askedAt: number };

export function createStripeAccess(
  { secretId, apiUrl }: StripeSettings,
  nowMs = () => performance.now(),
): GetStripeAccess {
  const secrets = createAwsClient((settings) => new SecretsManagerClient(settings));
  let cached: CachedAccess | undefined;
  const read = async (askedAt: number): Promise<CachedAccess> => {
    const { SecretString: text = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    const { apiKey, webhookSecret } = StripeSecret.parse(JSON.parse(text));
    // Unchanged keys keep their client and its connections.
    const access =
      cached?.text === text ? cached.access : { stripe: createStripeClient(apiKey, apiUrl), webhookSecret };
    return { access, text, readAt: askedAt, askedAt };
  };
  return async (refused) => {
    const now = nowMs();
    const isRefused = cached?.access === refused;
    if (cached && ((!isRefused && now - cached.readAt < keyCacheMs) || now - cached.askedAt < rereadMs))
      return cached.access;
    if (cached) cached = { ...cached, askedAt: now };
    try {
      cached = await read(now);
    } catch (error) {
      if (!cached || isRefused) throw error;
      log("error", "keys not read again", describeError(error));
    }
    return cached.access;
  };
}

/** `param` is the parameter of the request that names the missing object. */
export function isMissing(error: unknown, param?: string): boolean {
  const isResourceMissing =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
  return isResourceMissing && (param === undefined || error.param === param);
}

export async function nullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function toPaymentRefusal(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal("payment_declined", "Your card was declined.");
  }
  // A conflict with another call, for example with one that has the same idempotency key.
  if (error instanceof Stripe.errors.StripeAPIError && error.statusCode === 409) {
    return new Refusal("payments_unavailable", "The payment service is busy. Please try again in a moment.");
  }
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
  if (isOutage) {
    return new Refusal("payments_unavailable", "The payment service is not available. Please try again in a moment.");
  }
  return error;
}

/** Without a limit, a customer with a very long list could block a function. */
const maxObjects = 1000;

export function listAll<Listed>(list: Stripe.ApiListPromise<Listed>): Promise<Listed[]> {
  return list.autoPagingToArray({ limit: maxObjects });
}
