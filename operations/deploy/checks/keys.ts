import { googleSecretName } from "../../../lib/names.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { readSecret } from "../../stage/secrets.ts";
import { findApiKey, stripeKeyMode } from "../../stage/stripe-keys.ts";
import { createStripeSetupClient } from "../../stripe/main.ts";

/** Finds a missing half of log-in through Google: the client id in the stage, or its secret. */
export async function checkGoogle({ aws, stage, config, given, stackName }: Deployment): Promise<Finding[]> {
  if (!config.google) {
    if (!given.googleClientSecret) return [];
    return [
      problem(`GOOGLE_CLIENT_SECRET is given, and stages/${stage}.json has no google: put the client's id there.`),
    ];
  }
  if (given.googleClientSecret || (await readSecret(aws, googleSecretName(stackName)))) return [];
  return [
    problem(
      `stages/${stage}.json has the id of a client at Google, whose secret is nowhere: put it into the environment, GOOGLE_CLIENT_SECRET=…, at the first deploy.`,
    ),
  ];
}

export async function checkStripe(deployment: Deployment): Promise<Finding[]> {
  const { stage, config, given } = deployment;
  const wanted = config.payments;
  const apiKey = await findApiKey(deployment);
  if (!apiKey) {
    return [
      problem(
        `There is no key to Stripe: put one into the environment, STRIPE_API_KEY=sk_${wanted}_…, at the first deploy.`,
      ),
    ];
  }
  const where = given.stripeApiKey ? "STRIPE_API_KEY" : "The key to Stripe that is stored";
  const mode = stripeKeyMode(apiKey);
  if (mode === null)
    return [problem(`${where} is no secret key of Stripe's: it begins with sk_${wanted}_ or rk_${wanted}_.`)];
  if (mode !== wanted) {
    const says = `payments in stages/${stage}.json is "${wanted}"`;
    return [problem(`${where} is a ${mode} key, and ${says}: give a ${wanted} key, or change the stage.`)];
  }
  await createStripeSetupClient(apiKey, deployment.stripeApiUrl).products.list({ limit: 1 });
  return [];
}
