import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, onTestFinished, test, vi } from "vitest";
import { digitsKey, keyPairId, startTestCloudFront, trusted } from "../../fakes/cloudfront/test/fixture.ts";
import { openState } from "../../fakes/foundation/state.ts";
import { startSecretsManager } from "../../fakes/secrets-manager/secrets-manager.ts";
import { createContentSigner } from "../../lambdas/files/content-signer.ts";

test("a content grant signed with the stored key opens its folder, but not another folder", async () => {
  const cloudFront = await startTestCloudFront();
  onTestFinished(cloudFront.close);
  const secrets = await startSecretsManager({ port: 0, state: openState(":memory:") });
  onTestFinished(secrets.close);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.url);
  for (const name of ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "local");
  const command = new CreateSecretCommand({ Name: "content-key", SecretString: trusted.privateKey });
  await new SecretsManagerClient().send(command);
  const contentOrigin = cloudFront.origin;
  const signer = createContentSigner({ contentOrigin, keyPairId, privateKeySecretId: "content-key" });
  const example = await signer.grant("books/example/", 60);
  const all = await signer.grant("books/", 60);
  const status = async (path: string, { query }: { query: string }) => (await cloudFront.get(path, query)).status;
  expect(await status("books/example/metadata.json", example)).toBe(200);
  expect(await status(digitsKey, example)).toBe(403);
  expect(await status(digitsKey, all)).toBe(200);
  expect(await status("drafts/emma-1/chapter-1.mp3", all)).toBe(403);
});
