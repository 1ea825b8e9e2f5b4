import { googleSecretName } from "../../../lib/names.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { readSecret } from "../../stage/secrets.ts";
import { findApiKey, stripeKeyMode } from "../../stage/stripe-keys.ts";
import { createStripeSetupClient } from "../../stripe/main.ts";

export async function checkGoogle({ aws, stage, config, given, stackName }: Deployment): Promise<Finding[]> {
  if (!config.google) {
    if (!given.googleClientSecret) return [];
    return [problem(`GOOGLE_CLIENT_SECRET is set, but stages/${stage}.json has no google: add the client id there.`)];
  }
  if (given.googleClientSecret || (await readSecret(aws, googleSecretName(stackName)))) return [];
  return [
    problem(
      `stages/${stage}.json has a Google client id, but its secret is missing: set GOOGLE_CLIENT_SECRET=… in the environment for the first deploy.`,
    ),
  ];
}

export async function checkStripe(deployment: Deployment): Promise<Finding[]> {
  const { stage, config, given } = deployment;
  const wanted = config.payments;
  const apiKey = await findApiKey(deployment);
  if (!apiKey) {
    return [
      problem(`There is no Stripe key: set STRIPE_API_KEY=sk_${wanted}_… in the environment for the first deploy.`),
    ];
  }
  const where = given.stripeApiKey ? "STRIPE_API_KEY" : "The stored Stripe key";
  const mode = stripeKeyMode(apiKey);
  if (mode === null)
    return [problem(`${where} is not a secret key of Stripe: it has to begin with sk_${wanted}_ or rk_${wanted}_.`)];
  if (mode !== wanted) {
    const says = `payments in stages/${stage}.json is "${wanted}"`;
    return [problem(`${where} is a ${mode} key, but ${says}: set a ${wanted} key, or change the stage.`)];
  }
  await createStripeSetupClient(apiKey, deployment.stripeApiUrl).products.list({ limit: 1 });
  return [];
}
