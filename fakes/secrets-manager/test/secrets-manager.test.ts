import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  InvalidParameterException,
  InvalidRequestException,
  ListSecretsCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  RestoreSecretCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
const describeSecret = (SecretId: string) => client.send(new DescribeSecretCommand({ SecretId }));
const remove = (SecretId: string, more = {}) => client.send(new DeleteSecretCommand({ SecretId, ...more }));
const restore = (SecretId: string) => client.send(new RestoreSecretCommand({ SecretId }));

it("Secrets Manager finds a secret by name and by ARN, and returns its newest value", async () => {
  const { ARN = "" } = await create("local/content-key", "-----BEGIN\nनेपाली\n");
  expect(await get("local/content-key")).toMatchObject({ ARN, SecretString: "-----BEGIN\nनेपाली\n" });
  const { VersionId } = await put(ARN, "newer");
  expect(await get(ARN)).toMatchObject({ Name: "local/content-key", SecretString: "newer", VersionId });
  expect((await get(ARN)).CreatedDate).toBeInstanceOf(Date);
});

it("Secrets Manager refuses an unknown secret", async () => {
  await expect(get("missing")).rejects.toBeInstanceOf(ResourceNotFoundException);
  await expect(put("missing", "value")).rejects.toBeInstanceOf(ResourceNotFoundException);
});

it("Secrets Manager creates a secret once for requests with the same token", async () => {
  const ClientRequestToken = "11111111-2222-3333-4444-555555555555";
  const { ARN } = await create("key", "value", { ClientRequestToken });
  expect((await create("key", "value", { ClientRequestToken })).ARN).toBe(ARN);
  await expect(create("key", "other", { ClientRequestToken })).rejects.toBeInstanceOf(ResourceExistsException);
  await expect(create("key", "value")).rejects.toBeInstanceOf(ResourceExistsException);
  await expect(put("key", "other", { ClientRequestToken })).rejects.toBeInstanceOf(ResourceExistsException);
  expect((await get("key")).SecretString).toBe("value");
});

it("Secrets Manager refuses an unsupported operation, an invalid name and a KMS key", async () => {
  const listing = client.send(new ListSecretsCommand({}));
  await expect(listing).rejects.toMatchObject({ name: "UnknownOperationException" });
  await expect(create("bad name", "value")).rejects.toMatchObject({ name: "InvalidParameterException" });
  await expect(create("key", "value", { KmsKeyId: "other" })).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
});

describe("a deleted secret", () => {
  it("is scheduled for deletion in 30 days, and cannot be used until it is restored", async () => {
    const { ARN = "" } = await create("key", "value");
    const before = Date.now();
    const { DeletionDate } = await remove("key");
    expect(Math.round((Number(DeletionDate) - before) / 86_400_000)).toBe(30);
    expect(await describeSecret("key")).toMatchObject({ ARN, Name: "key", DeletedDate: DeletionDate });
    await expect(get("key")).rejects.toBeInstanceOf(InvalidRequestException);
    await expect(put(ARN, "newer")).rejects.toBeInstanceOf(InvalidRequestException);
    await expect(remove("key")).rejects.toBeInstanceOf(InvalidRequestException);
    await expect(create("key", "other")).rejects.toThrow(/scheduled for deletion/);

    expect(await restore("key")).toMatchObject({ ARN, Name: "key" });
    expect(await describeSecret("key")).not.toHaveProperty("DeletedDate");
    expect(await get("key")).toMatchObject({ ARN, SecretString: "value" });
  });

  it("cannot be created again by a repetition of the original request", async () => {
    const ClientRequestToken = "11111111-2222-3333-4444-555555555555";
    await create("key", "value", { ClientRequestToken });
    await remove("key");
    await expect(create("key", "value", { ClientRequestToken })).rejects.toBeInstanceOf(InvalidRequestException);
  });

  it("is scheduled for deletion after the requested period of at least seven days", async () => {
    await create("key", "value");
    await expect(remove("key", { RecoveryWindowInDays: 6 })).rejects.toBeInstanceOf(InvalidParameterException);
    const before = Date.now();
    const { DeletionDate } = await remove("key", { RecoveryWindowInDays: 7 });
    expect(Math.round((Number(DeletionDate) - before) / 86_400_000)).toBe(7);
  });

  it("is removed at once by a forced deletion, which can be repeated", async () => {
    const { ARN } = await create("key", "value");
    await remove("key");
    await remove("key", { ForceDeleteWithoutRecovery: true });
    await remove("key", { ForceDeleteWithoutRecovery: true });
    await expect(restore("key")).rejects.toBeInstanceOf(ResourceNotFoundException);
    expect((await create("key", "other")).ARN).not.toBe(ARN);
    const both = remove("key", { ForceDeleteWithoutRecovery: true, RecoveryWindowInDays: 7 });
    await expect(both).rejects.toBeInstanceOf(InvalidParameterException);
  });
});

it("Secrets Manager returns a stored secret after a restart", async () => {
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
