import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { planCatalogue } from "../domain/plans/plan.ts";
import { billings, paidPlanTypes, priceLookupKey } from "../domain/plans/price.ts";
import { portalMetadata, webhookEvents } from "../domain/plans/stripe.ts";
import { type Business, startStripe } from "../fakes/stripe/stripe.ts";
import type { Closables } from "./closables.ts";
import { credentials, region, stripeSecret } from "./cloud-settings.ts";

const products = paidPlanTypes.flatMap((type) => {
  const plan = planCatalogue.find((candidate) => candidate.type === type);
  if (!plan) return [];
  const prices = billings.map((billing) => ({
    lookupKey: priceLookupKey(type, billing),
    cents: plan.monthlyCents,
    isMonthly: billing === "monthly",
  }));
  return [{ name: `Parlance ${plan.name}`, metadata: { plan: type }, prices }];
});

/** For the fake. At Stripe itself, `npm run stripe:setup` creates the products. */
export const stripeBusiness: Business = { name: "Parlance", products, portalMetadata };

export type PaymentsOptions = {
  port: number;
  state: DatabaseSync;
  now: () => Date;
  apiUrl: () => string;
  secretsUrl: string;
};

/** `url` is the URL of the fake; undefined for Stripe itself. */
export type LocalPayments = { url: string | undefined; settle: () => Promise<void> };

export class LiveKeyError extends Error {
  constructor() {
    super("STRIPE_API_KEY is not a test key (sk_test_… or rk_test_…); the local cloud takes no other.");
    this.name = "LiveKeyError";
  }
}

async function storeSecret(secret: { apiKey: string; webhookSecret: string }, endpoint: string): Promise<void> {
  const secrets = new SecretsManagerClient({ endpoint, region, credentials });
  const SecretString = JSON.stringify(secret);
  try {
    await secrets.send(new CreateSecretCommand({ Name: stripeSecret, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
    await secrets.send(new PutSecretValueCommand({ SecretId: stripeSecret, SecretString }));
  } finally {
    secrets.destroy();
  }
}

export async function startPayments(options: PaymentsOptions, started: Closables): Promise<LocalPayments> {
  const { port, state, now, apiUrl, secretsUrl } = options;
  const apiKey = process.env["STRIPE_API_KEY"];
  const webhookSecret = process.env["STRIPE_WEBHOOK_SECRET"];
  if (apiKey && !/^(sk|rk)_test_/.test(apiKey)) throw new LiveKeyError();
  if (apiKey && webhookSecret) {
    await storeSecret({ apiKey, webhookSecret }, secretsUrl);
    return { url: undefined, settle: async () => undefined };
  }
  const local = { apiKey: "sk_test_local", webhookSecret: `whsec_${randomBytes(16).toString("hex")}` };
  await storeSecret(local, secretsUrl);
  const webhook = {
    url: () => `${apiUrl()}/webhooks/stripe`,
    secret: local.webhookSecret,
    enabledEvents: [...webhookEvents],
  };
  const stripe = started.add(
    await startStripe({ port, state, now, business: stripeBusiness, apiKey: local.apiKey, webhook }),
  );
  return {
    url: stripe.url,
    settle: async () => {
      await stripe.settle();
      await stripe.idle();
    },
  };
}
