import Stripe from "stripe";
import { stripeApiVersion } from "../../domain/plans/stripe.ts";
import { type Command, createCommand, UsageError } from "../command-line/command.ts";
import { setUpStripe } from "./set-up-stripe.ts";

/** @param apiUrl the base URL of a fake of Stripe; undefined for Stripe itself */
export function createStripeSetupClient(apiKey: string, apiUrl: string | undefined): Stripe {
  if (!apiUrl) return new Stripe(apiKey, { apiVersion: stripeApiVersion });
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === "https:" ? "https" : "http";
  return new Stripe(apiKey, { apiVersion: stripeApiVersion, host: hostname, port, protocol: scheme });
}

export type StripeEnvironment = { STRIPE_API_KEY?: string | undefined; STRIPE_API_URL?: string | undefined };

const isUrl = (text: string | undefined) => text === undefined || URL.canParse(text);

export const createStripeSetupCommand = ({
  STRIPE_API_KEY: apiKey,
  STRIPE_API_URL: apiUrl,
}: StripeEnvironment): Command =>
  createCommand(
    {
      usage:
        "STRIPE_API_KEY=sk_… npm run stripe:setup -- --app-origin https://… [--webhook-url https://…/webhooks/stripe]",
      positionals: 0,
    },
    { "webhook-url": { type: "string" }, "app-origin": { type: "string" } },
    async ({ values: { "webhook-url": webhookUrl, "app-origin": appOrigin } }, { print }) => {
      if (!apiKey || !appOrigin || !isUrl(webhookUrl) || !isUrl(appOrigin)) throw new UsageError();
      await setUpStripe(
        createStripeSetupClient(apiKey, apiUrl),
        { webhookUrl, appOrigin },
        stripeApiVersion,
        (step) => {
          print(`${step.outcome.padEnd(9)} ${step.resource}`);
          if (step.secret) print(`          Its signing secret, shown only this once. webhookSecret: ${step.secret}`);
        },
      );
      return 0;
    },
  );

if (import.meta.main) process.exitCode = await createStripeSetupCommand(process.env).run(process.argv.slice(2));
