import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { stripeApiVersion } from "../../../domain/plans/stripe.ts";
import { CommandError } from "../../command-line/explain-error.ts";
import { createContentDestination } from "../../stage/content-destination.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { putSecret } from "../../stage/secrets.ts";
import { readOutputs } from "../../stage/stack.ts";
import { findApiKey, readStoredKeys, type StoredKeys } from "../../stage/stripe-keys.ts";
import { createStripeSetupClient } from "../../stripe/main.ts";
import { type SetupStep, setUpStripe } from "../../stripe/set-up-stripe.ts";

async function storeKeys(
  { aws }: Deployment,
  secretId: string,
  stored: StoredKeys,
  keys: StoredKeys,
): Promise<boolean> {
  const isSame = stored.apiKey === keys.apiKey && stored.webhookSecret === keys.webhookSecret;
  if (!isSame) await putSecret(aws, secretId, JSON.stringify(keys));
  return !isSame;
}

/** Stripe shows a webhook secret only once, so the keys are stored even if a later step of the setup fails. */
export const setUpPayments: Step = {
  name: "Payments",
  run: async (deployment) => {
    const { StripeSecret, StripeWebhookUrl, SiteUrl } = await readOutputs(deployment);
    const apiKey = await findApiKey(deployment);
    if (apiKey === null) throw new CommandError("There is no Stripe key: set STRIPE_API_KEY.");
    const stored = await readStoredKeys(deployment, StripeSecret);
    let { webhookSecret } = stored;
    const done: SetupStep[] = [];
    const wanted = { webhookUrl: StripeWebhookUrl, appOrigin: SiteUrl, isWebhookSecretLost: !webhookSecret };
    const stripe = createStripeSetupClient(apiKey, deployment.stripeApiUrl);
    let isStored = false;
    try {
      await setUpStripe(stripe, wanted, stripeApiVersion, (step) => {
        done.push(step);
        webhookSecret = step.secret ?? webhookSecret;
      });
    } finally {
      const keys = { apiKey, ...(webhookSecret === undefined ? {} : { webhookSecret }) };
      isStored = await storeKeys(deployment, StripeSecret, stored, keys);
    }
    const made = done.filter(({ outcome }) => outcome === "created").length;
    return `${made} created at Stripe, ${done.length - made} already there; keys ${isStored ? "stored" : "unchanged"}`;
  },
};

export const publishContent: Step = {
  name: "Content",
  run: async (deployment) => {
    const { contentDirectory: directory, stage } = deployment;
    if (directory === undefined) return "unchanged; --content DIR publishes a pack";
    const destination = await createContentDestination(deployment, `npm run deploy -- --stage ${stage}`);
    // The doctor checked the audio before the deploy started.
    const counts = await publishPack({ directory, destination, isAudioChecked: true });
    return counts ? `${counts.uploaded} uploaded, ${counts.unchanged} unchanged` : "unchanged";
  },
};
