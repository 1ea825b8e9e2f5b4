import { generateKeyPairSync } from "node:crypto";
import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openState } from "../../../fakes/foundation/state.ts";
import { startSecretsManager } from "../../../fakes/secrets-manager/secrets-manager.ts";
import { createContentSigner } from "../../../lambdas/files/content-signer.ts";
import { expiryOf } from "../support/fetch-content.ts";

const contentOrigin = "https://content.example";
const privateKeySecretId = "content-key";
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

let keep: (secret: string) => Promise<void>;
let close: () => Promise<void>;
beforeEach(async () => {
  const secrets = await startSecretsManager({ port: 0, state: openState(":memory:") });
  close = secrets.close;
  onTestFinished(close);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const environment = {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  keep = async (SecretString) => {
    await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: privateKeySecretId, SecretString }));
  };
});

const openSigner = () => createContentSigner({ contentOrigin, keyPairId: "K1", privateKeySecretId });

describe("a content grant", () => {
  test("contains its folder, the key pair's id, a signature and the expiry time", async () => {
    await keep(privateKey);
    const earliest = Math.floor(Date.now() / 1000) * 1000;
    const grant = await openSigner().grant("nepali/example/", 60);
    expect(grant).toMatchObject({
      folder: "nepali/example/",
      folderUrl: `${contentOrigin}/nepali/example/`,
      expiresInSeconds: 60,
    });
    const query = new URLSearchParams(grant.query);
    expect([...query.keys()].sort()).toEqual(["Key-Pair-Id", "Policy", "Signature"]);
    expect(query.get("Key-Pair-Id")).toBe("K1");
    expect(expiryOf(grant)).toBeGreaterThanOrEqual(earliest + 60_000);
    expect(expiryOf(grant)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test("is signed without a second read of the key", async () => {
    await keep(privateKey);
    const signer = openSigner();
    const first = await signer.grant("nepali/", 60);
    await close();
    expect((await signer.grant("nepali/", 60)).query).toHaveLength(first.query.length);
  });

  test("cannot be signed while the key is missing, and is signed after the key is stored", async () => {
    const signer = openSigner();
    await expect(signer.grant("nepali/", 60)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await keep(privateKey);
    expect(await signer.grant("nepali/", 60)).toHaveProperty("folder", "nepali/");
  });

  test("cannot be signed with an invalid key", async () => {
    await keep("no key");
    await expect(openSigner().grant("nepali/", 60)).rejects.toThrow();
  });
});
