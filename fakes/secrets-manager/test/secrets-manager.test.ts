import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openState } from "../../foundation/state.ts";
import { startSecretsManager } from "../secrets-manager.ts";

let close: () => Promise<void>;
let client: SecretsManagerClient;
beforeEach(async () => {
  const listening = await startSecretsManager({ port: 0, state: openState(":memory:") });
  close = listening.close;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SecretsManagerClient({ endpoint: listening.url, region: "local", credentials, maxAttempts: 1 });
});
afterEach(() => close());

const create = (Name: string, SecretString: string, more = {}) =>
  client.send(new CreateSecretCommand({ Name, SecretString, ...more }));
const put = (SecretId: string, SecretString: string, more = {}) =>
  client.send(new PutSecretValueCommand({ SecretId, SecretString, ...more }));
const get = (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }));

it("returns a secret's newest value by name and by ARN", async () => {
  const { ARN = "" } = await create("local/content-key", "-----BEGIN\nनेपाली\n");
  expect(await get("local/content-key")).toMatchObject({ ARN, SecretString: "-----BEGIN\nनेपाली\n" });
  const { VersionId } = await put(ARN, "newer");
  expect(await get(ARN)).toMatchObject({ Name: "local/content-key", SecretString: "newer", VersionId });
  expect((await get(ARN)).CreatedDate).toBeInstanceOf(Date);
});

it("refuses an unknown secret", async () => {
  await expect(get("missing")).rejects.toBeInstanceOf(ResourceNotFoundException);
  await expect(put("missing", "value")).rejects.toBeInstanceOf(ResourceNotFoundException);
});

it("creates a secret once, and accepts a repeated request", async () => {
  const ClientRequestToken = "11111111-2222-3333-4444-555555555555";
  const { ARN } = await create("key", "value", { ClientRequestToken });
  expect((await create("key", "value", { ClientRequestToken })).ARN).toBe(ARN);
  await expect(create("key", "other", { ClientRequestToken })).rejects.toBeInstanceOf(ResourceExistsException);
  await expect(create("key", "value")).rejects.toBeInstanceOf(ResourceExistsException);
  await expect(put("key", "other", { ClientRequestToken })).rejects.toBeInstanceOf(ResourceExistsException);
  expect((await get("key")).SecretString).toBe("value");
});

it("refuses unknown operations", async () => {
  const removal = client.send(new DeleteSecretCommand({ SecretId: "key" }));
  await expect(removal).rejects.toMatchObject({ name: "UnknownOperationException" });
  await expect(create("bad name", "value")).rejects.toMatchObject({ name: "InvalidParameterException" });
  await expect(create("key", "value", { KmsKeyId: "other" })).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
});

it("keeps secrets across a restart", async () => {
  const directory = await mkdtemp(join(tmpdir(), "fake-secrets-"));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const withState = async (use: (sdk: SecretsManagerClient) => Promise<unknown>) => {
    const state = openState(directory);
    const { url, close: end } = await startSecretsManager({ port: 0, state });
    const result = await use(new SecretsManagerClient({ endpoint: url, region: "local", credentials }));
    await end();
    state.close();
    return result;
  };
  await withState((sdk) => sdk.send(new CreateSecretCommand({ Name: "key", SecretString: "value" })));
  const found = await withState((sdk) => sdk.send(new GetSecretValueCommand({ SecretId: "key" })));
  expect(found).toMatchObject({ SecretString: "value" });
  await rm(directory, { recursive: true, force: true });
});
