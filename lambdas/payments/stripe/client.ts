import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod/mini";
import { Refusal } from "../../../domain/http/refusal.ts";
import { stripeApiVersion } from "../../../domain/plans/stripe.ts";
import { describeError, log } from "../../runtime/log.ts";
import { attemptTimeoutMs, createAwsClient, paymentTimeoutMs } from "../../runtime/time-limits.ts";

const StripeSecret = z.object({ apiKey: z.string(), webhookSecret: z.string() });

export type StripeSettings = {
  /** Name or ARN of the secret with `{apiKey, webhookSecret}` as JSON. */
  secretId: string;
  apiUrl: string | undefined;
};

export type StripeAccess = { stripe: Stripe; webhookSecret: string };

/** Wraps the SDK's HTTP client so that each request times out before the function does. */
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

/**
 * Time for which keys stay in memory, in ms. Then they are read again, because an operator may have replaced them
 * although Stripe still accepts them for a while.
 */
const keyCacheMs = 5 * 60_000;
/**
 * Minimum time between two reads of the keys, in ms. Anyone can send a bad signature, which would otherwise cause a
 * read.
 */
const rereadMs = 10_000;

type CachedAccess = { access: StripeAccess; text: string; readAt: number; askedAt: number };

/**
 * Connects to Stripe with the stored keys. Reads the keys again after five minutes, and when they are refused, because
 * an operator may have replaced them. If a read fails, keys that were not refused stay in use.
 */
export function createStripeAccess(
  { secretId, apiUrl }: StripeSettings,
  nowMs = () => performance.now(),
): GetStripeAccess {
  const secrets = createAwsClient((settings) => new SecretsManagerClient(settings));
  let cached: CachedAccess | undefined;
  const read = async (askedAt: number): Promise<CachedAccess> => {
    const { SecretString: text = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    const { apiKey, webhookSecret } = StripeSecret.parse(JSON.parse(text));
    // Unchanged keys keep their client, with its cache and connections.
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

/** True if Stripe reports a missing object. With `param`, only if that parameter named the object. */
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

/** Translates Stripe's declined cards, conflicts and outages to refusals. All other errors are returned unchanged. */
export function toPaymentRefusal(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal("payment_declined", "Your card was declined. Nothing has changed.");
  }
  // Another call with the same idempotency key lasted longer than the SDK's retries.
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

/**
 * Maximum length of a list, which is more than any learner needs. Without this limit, a customer with a very long list
 * could block a function.
 */
const maxObjects = 1000;

export function listAll<Listed>(list: Stripe.ApiListPromise<Listed>): Promise<Listed[]> {
  return list.autoPagingToArray({ limit: maxObjects });
}
