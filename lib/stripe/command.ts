import Stripe from "stripe";
import { stripeApiVersion } from "../../domain/stripe-events.ts";
import { setUpStripe } from "./set-up-stripe.ts";

export type StripeSetupInput = {
  apiKey: string | undefined;
  /** Base URL of the API, if it is not Stripe's own. */
  apiUrl: string | undefined;
  webhookUrl: string | undefined;
  appOrigin: string | undefined;
};

/** How the command is called. */
export const stripeSetupUsage = `Usage: STRIPE_API_KEY=sk_… npm run stripe:setup -- --app-origin https://… [--webhook-url https://…/webhooks/stripe]`;

/** Stripe's client for a key; `apiUrl` is the base URL of the API, if it is not Stripe's own. */
export function stripeClientFor(apiKey: string, apiUrl: string | undefined): Stripe {
  if (!apiUrl) return new Stripe(apiKey, { apiVersion: stripeApiVersion });
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === "https:" ? "https" : "http";
  return new Stripe(apiKey, { apiVersion: stripeApiVersion, host: hostname, port, protocol: scheme });
}

/** Sets up an account at Stripe and prints what was done; answers with the exit code. */
export async function runStripeSetup({ apiKey, apiUrl, webhookUrl, appOrigin }: StripeSetupInput): Promise<number> {
  const isUrl = (text: string | undefined) => text === undefined || URL.canParse(text);
  if (!apiKey || !appOrigin || !isUrl(webhookUrl) || !isUrl(appOrigin)) {
    process.stderr.write(`${stripeSetupUsage}\n`);
    return 1;
  }
  try {
    await setUpStripe(stripeClientFor(apiKey, apiUrl), { webhookUrl, appOrigin }, stripeApiVersion, (step) => {
      process.stdout.write(`${step.outcome.padEnd(9)} ${step.what}\n`);
      if (!step.secret) return;
      process.stdout.write(`          Its signing secret, shown this once, is the webhookSecret: ${step.secret}\n`);
    });
    return 0;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const isUnreached = error instanceof Stripe.errors.StripeConnectionError;
    process.stderr.write(`Stripe ${isUnreached ? "could not be reached" : "refused"}: ${error.message}\n`);
    return 1;
  }
}
