import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStripe } from "../../../../lambdas/payments/stripe/client.ts";
import { stripePayments } from "../../../../lambdas/payments/stripe/payments.ts";
import { startSecretsManager } from "../../../../local/secrets-manager.ts";
import { openState } from "../../../../local/state.ts";
import { failed, ok, scriptStripe } from "../../support/stripe-server.ts";

const secretId = "payments";

/** Payments over a Stripe that takes one key, with the keys in a secret, and a clock for how often they are read. */
async function keyed(accepted: string) {
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
  const { url, requests } = await scriptStripe({
    "POST /v1/customers": ({ apiKey }) => (apiKey === taken.apiKey ? ok({ id: "cus_9" }) : refused),
  });
  const client = new SecretsManagerClient({});
  const textOf = (apiKey: string, webhookSecret: string) => JSON.stringify({ apiKey, webhookSecret });
  await client.send(new CreateSecretCommand({ Name: secretId, SecretString: textOf("sk_test_old", "whsec_old") }));
  const time = { ms: 0 };
  const open = openStripe({ secretId, apiUrl: url }, () => time.ms);
  const payments = stripePayments(open);
  return {
    payments,
    requests,
    time,
    taken,
    keep: (apiKey: string, webhookSecret: string) =>
      client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: textOf(apiKey, webhookSecret) })),
    create: () => payments.createCustomer("asha", "asha@example.org"),
  };
}

const aMinute = 60_000;

test("keys are read once, as long as they are taken", async () => {
  const { create, keep, requests, time } = await keyed("sk_test_old");
  await create();
  await keep("sk_test_new", "whsec_new");
  time.ms += 60 * aMinute;
  await create();
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(["sk_test_old", "sk_test_old"]);
});

test("a key that Stripe no longer takes is read anew, and the call made again", async () => {
  const { create, keep, requests, time, taken } = await keyed("sk_test_old");
  await create();
  await keep("sk_test_new", "whsec_new");
  taken.apiKey = "sk_test_new";
  time.ms += aMinute;
  expect(await create()).toBe("cus_9");
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(["sk_test_old", "sk_test_old", "sk_test_new"]);
});

test("a key that is refused though it is the one that is kept is a failure, and is found once there is another", async () => {
  const { create, keep, time } = await keyed("sk_test_new");
  await expect(create()).rejects.toThrow("Invalid API Key");
  time.ms += aMinute;
  await expect(create()).rejects.toThrow("Invalid API Key");
  await keep("sk_test_new", "whsec_new");
  time.ms += aMinute;
  expect(await create()).toBe("cus_9");
});

test("a signature that does not fit has the secret read anew, but not at each of them", async () => {
  const { payments, keep, time } = await keyed("sk_test_old");
  const payload = JSON.stringify({
    id: "evt_1",
    created: 1,
    type: "invoice.paid",
    data: { object: { customer: "cus_1" } },
  });
  const read = (secret: string) =>
    payments.readEvent(payload, new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret }));
  expect(await read("whsec_old")).toMatchObject({ customerId: "cus_1" });
  time.ms += aMinute;
  await expect(read("whsec_forged")).rejects.toMatchObject({ code: "bad_signature" });
  await keep("sk_test_old", "whsec_new");
  // It was read just now, on account of what was forged.
  await expect(read("whsec_new")).rejects.toMatchObject({ code: "bad_signature" });
  time.ms += aMinute;
  expect(await read("whsec_new")).toMatchObject({ customerId: "cus_1" });
  await expect(read("whsec_old")).rejects.toMatchObject({ code: "bad_signature" });
});
