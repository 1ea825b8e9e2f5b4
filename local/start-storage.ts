import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { publicFolder } from "../domain/content/catalogue.ts";
import { startCloudFront } from "../fakes/cloudfront/server.ts";
import type { Guard } from "../fakes/iam/guard.ts";
import type { Notifications } from "../fakes/s3/object-created.ts";
import { startS3 } from "../fakes/s3/server.ts";
import { startSecretsManager } from "../fakes/secrets-manager/secrets-manager.ts";
import type { Closables } from "./closables.ts";
import { bucket, credentials, keyPairId, region, setSdkEndpoints } from "./cloud-settings.ts";
import { ensureContentKey } from "./content-keys.ts";
import { startDynamodb } from "./dynamodb.ts";
import {
  loadContent,
  type PackDirectories,
  publishContent,
  refreshContent,
  writeContentAddress,
} from "./load-content.ts";

export type StorageOptions = {
  directory: string;
  state: DatabaseSync;
  contentPort: number;
  packs: PackDirectories;
  isCacheDisabled: boolean;
  allowedOrigins: readonly string[];
  guard: Guard;
  notifications: Notifications;
};

async function loadContentKey(endpoint: string): Promise<string> {
  const secrets = new SecretsManagerClient({ endpoint, region, credentials });
  const publicKey = await ensureContentKey(secrets);
  secrets.destroy();
  return publicKey;
}

export async function startStorage(options: StorageOptions, started: Closables) {
  const { directory, state, contentPort, packs, isCacheDisabled, allowedOrigins, guard, notifications } = options;
  const dynamodb = started.add(await startDynamodb({ port: 0, directory: join(directory, "dynamodb") }));
  const s3Directory = join(directory, "s3");
  const s3 = started.add(
    await startS3({ port: 0, directory: s3Directory, credentials, region, allowedOrigins, notifications }),
  );
  const secrets = started.add(await startSecretsManager({ port: 0, state }));
  const guardedS3 = await guard.guardedUrl("s3", s3.url);
  setSdkEndpoints({
    DYNAMODB: await guard.guardedUrl("dynamodb", dynamodb.url),
    S3: guardedS3,
    SECRETS_MANAGER: await guard.guardedUrl("secretsmanager", secrets.url),
  });
  const [trustedKey] = await Promise.all([loadContentKey(secrets.url), loadContent(packs, s3.url)]);
  started.add(writeContentAddress(directory, s3.url));
  const trustedKeys = { [keyPairId]: trustedKey };
  const publicPattern = `${publicFolder}*`;
  const customHeaders = isCacheDisabled ? { "cache-control": "no-cache" } : {};
  const edge = { port: contentPort, s3, bucket, publicPattern, trustedKeys, allowedOrigins, customHeaders };
  const content = started.add(await startCloudFront(edge));
  return {
    content: content.url,
    /** Origin of the upload forms and the signed URLs of shared audio. */
    sharedAudio: guardedS3,
    dynamodb: dynamodb.url,
    s3: s3.url,
    secrets: secrets.url,
    publishContent: () => publishContent(packs, s3.url),
    refreshContent: () => refreshContent(packs, s3.url),
  };
}
