import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { onTestFinished, vi } from "vitest";
import { openState } from "../../../fakes/foundation/state.ts";
import { startSecretsManager } from "../../../fakes/secrets-manager/secrets-manager.ts";
import { createStripeAccess } from "../../../lambdas/payments/stripe/client.ts";
import { createStripePaymentProvider } from "../../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { failed, ok, startScriptedStripe } from "../../support/stripe-server.ts";

const secretId = "payments";

export async function createKeyedPayments(accepted: string) {
  const secrets = await startSecretsManager({ port: 0, state: openState(":memory:") });
  onTestFinished(secrets.close);
  const env = { AWS_REGION: "local", AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
  for (const [name, value] of Object.entries({ ...env, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const refused = failed(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
  const taken = { apiKey: accepted };
  const { url, requests } = await startScriptedStripe({
    "POST /v1/customers": ({ apiKey }) => (apiKey === taken.apiKey ? ok({ id: "cus_9" }) : refused),
  });
  const client = new SecretsManagerClient({});
  const textOf = (apiKey: string, webhookSecret: string) => JSON.stringify({ apiKey, webhookSecret });
  await client.send(new CreateSecretCommand({ Name: secretId, SecretString: textOf("sk_test_old", "whsec_old") }));
  const time = { ms: 0 };
  const open = createStripeAccess({ secretId, apiUrl: url }, () => time.ms);
  const payments = createStripePaymentProvider(open);
  const asked = vi.spyOn(SecretsManagerClient.prototype, "send");
  onTestFinished(() => asked.mockRestore());
  return {
    payments,
    open,
    secrets,
    readings: () => asked.mock.calls.filter(([command]) => command instanceof GetSecretValueCommand).length,
    requests,
    time,
    taken,
    keep: (apiKey: string, webhookSecret: string) =>
      client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: textOf(apiKey, webhookSecret) })),
    create: () => payments.createCustomer("asha", "asha@example.org"),
  };
}
