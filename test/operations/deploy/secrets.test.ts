import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { expect, onTestFinished, test } from "vitest";
import { openState } from "../../../fakes/foundation/state.ts";
import { startSecretsManager } from "../../../fakes/secrets-manager/secrets-manager.ts";
import { createAwsClients } from "../../../operations/stage/aws.ts";
import { config, createOperator } from "../support/operator.ts";

const google = { clientId: "1.apps.googleusercontent.com" };
const name = "parlance-trial/google";
const storedValue = '{"clientSecret":"GOCSPX-old"}';

async function withSecretsManager() {
  const { url, close } = await startSecretsManager({ port: 0, state: openState(":memory:") });
  onTestFinished(close);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const secrets = new SecretsManagerClient({ endpoint: url, region: "local", credentials, maxAttempts: 1 });
  const operator = await createOperator();
  const aws = { ...createAwsClients(config.region), s3: operator.bucket.sdk, secrets };
  const stage = { aws, config: { ...config, google } };
  const given = (googleClientSecret?: string) => ({ stripeApiKey: "sk_test_1", googleClientSecret });
  return {
    // The fake of Secrets Manager has no secret for Stripe's keys, so the deploy fails after the stack.
    deploy: (secret?: string) => operator.deploy({ ...stage, given: given(secret) }),
    doctor: (secret?: string) => operator.doctor({ ...stage, given: given(secret) }),
    create: () => secrets.send(new CreateSecretCommand({ Name: name, SecretString: storedValue })),
    remove: () => secrets.send(new DeleteSecretCommand({ SecretId: name })),
    read: async () => (await secrets.send(new GetSecretValueCommand({ SecretId: name }))).SecretString,
  };
}

test("a deploy creates Google's secret for a new stage", async () => {
  const { deploy, read } = await withSecretsManager();
  expect((await deploy("GOCSPX-1")).printed).toContain("Google client secret: created.");
  expect(await read()).toBe('{"clientSecret":"GOCSPX-1"}');
});

test("a deploy restores Google's deleted secret within the recovery window", async () => {
  const { deploy, create, remove, read } = await withSecretsManager();
  await create();
  await remove();
  expect((await deploy("GOCSPX-1")).printed).toContain("Google client secret: restored.");
  expect(await read()).toBe('{"clientSecret":"GOCSPX-1"}');
});

test("a deploy changes Google's secret only if the value is different", async () => {
  const { deploy, create, read } = await withSecretsManager();
  await create();
  expect((await deploy("GOCSPX-old")).printed).toContain("Google client secret: unchanged.");
  expect((await deploy("GOCSPX-1")).printed).toContain("Google client secret: changed.");
  expect(await read()).toBe('{"clientSecret":"GOCSPX-1"}');
});

test("the doctor requires Google's secret if the stored secret is scheduled for deletion", async () => {
  const { doctor, create, remove } = await withSecretsManager();
  await create();
  expect((await doctor()).printed).not.toContain("GOOGLE_CLIENT_SECRET");
  await remove();
  const { code, printed } = await doctor();
  expect(code).toBe(1);
  expect(printed).toContain("its secret is missing: set GOOGLE_CLIENT_SECRET=…");
});

test("the doctor reports why Secrets Manager does not return a secret", async () => {
  const { doctor, state, refused } = await createOperator();
  state.secrets.set(name, storedValue);
  state.failures.set("GetSecretValue", refused("InvalidRequestException", "managed by another service"));
  const { printed } = await doctor({ config: { ...config, google } });
  expect(printed).toContain("AWS refused with InvalidRequestException: managed by another service");
  expect(printed).not.toContain("its secret is missing");
});
