import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { publishPack } from "../content/publish-pack.ts";
import { replaceClock } from "../lambdas/services.ts";
import { startApiGateway } from "./api-gateway/api-gateway.ts";
import { loadHandlers } from "./api-gateway/handlers.ts";
import { openClock } from "./clock.ts";
import { startCloudFront } from "./cloudfront/server.ts";
import { startCognito } from "./cognito/cognito.ts";
import { contentKeySecret, ensureContentKey } from "./content-keys.ts";
import { startDynamodb, tableEnvironment } from "./dynamodb.ts";
import { type Inbox, openInbox } from "./inbox.ts";
import { localPages } from "./pages/local-pages.ts";
import { startS3 } from "./s3/server.ts";
import { startSecretsManager } from "./secrets-manager.ts";
import { openState } from "./state.ts";
import { loadTriggers } from "./triggers.ts";
import { startWebServer } from "./web-server.ts";

export type CloudOptions = {
  /** Where everything that survives a restart is kept; made if missing. */
  directory: string;
  /** The web app's port; the API, sign-in and the content take the next three. 0 picks free ones for all. */
  firstPort: number;
  /** Serve the web app's sources with hot reload. */
  hot: boolean;
  /** The content to load. */
  packDirectory?: string;
};

export type Cloud = { webUrl: string; apiUrl: string; close: () => Promise<void> };

const region = "ap-southeast-2";
const userPoolId = `${region}_Parlance1`;
const clientId = "parlancelocalwebclient0001";
const bucket = "language-audio";
const keyPairId = "KLOCALPARLANCE";
const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
const samplePack = join(import.meta.dirname, "..", "content", "pack");

/** What is started is ended in reverse order. */
class Started {
  readonly #ends: (() => Promise<void> | void)[] = [];

  add<Part extends { close: () => Promise<void> | void }>(part: Part): Part {
    this.#ends.push(() => part.close());
    return part;
  }

  async closeAll(): Promise<void> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
  }
}

/** The AWS settings that the SDKs read for themselves. */
function pointSdksAt(endpoints: Readonly<Record<"DYNAMODB" | "S3" | "SECRETS_MANAGER", string>>): void {
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...Object.fromEntries(Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
  });
}

async function startStorage(
  directory: string,
  state: DatabaseSync,
  allowedOrigins: readonly string[],
  started: Started,
) {
  const dynamodb = started.add(await startDynamodb({ port: 0, directory: join(directory, "dynamodb") }));
  const s3Directory = join(directory, "s3");
  const s3 = started.add(await startS3({ port: 0, directory: s3Directory, credentials, region, allowedOrigins }));
  const secrets = started.add(await startSecretsManager({ port: 0, state }));
  pointSdksAt({ DYNAMODB: dynamodb.url, S3: s3.url, SECRETS_MANAGER: secrets.url });
  return { dynamodb, s3, secrets };
}

async function loadContent(packDirectory: string): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  await publishPack({ directory: packDirectory, bucket, s3, checked: true });
  s3.destroy();
}

async function contentKey(): Promise<string> {
  const secrets = new SecretsManagerClient({});
  const publicKey = await ensureContentKey(secrets);
  secrets.destroy();
  return publicKey;
}

function setHandlerSettings(urls: { content: string; web: string; cognito: string }): void {
  Object.assign(process.env, {
    ...tableEnvironment(),
    USER_POOL_ID: userPoolId,
    CONTENT_ORIGIN: urls.content,
    CONTENT_KEY_PAIR_ID: keyPairId,
    CONTENT_KEY_SECRET: contentKeySecret,
    APP_ORIGIN: urls.web,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: urls.cognito,
  });
}

async function startIdentity(state: DatabaseSync, inbox: Inbox, port: number) {
  const triggers = await loadTriggers();
  return startCognito({ port, state, userPoolId, clientId, region, triggers, sendMail: inbox.deliver });
}

async function startParts(options: CloudOptions, state: DatabaseSync, started: Started): Promise<Cloud> {
  const { directory, firstPort, hot, packDirectory = samplePack } = options;
  const portAfter = (offset: number) => (firstPort === 0 ? 0 : firstPort + offset);
  const clock = openClock(state);
  replaceClock(clock);
  const inbox = openInbox(state);
  const addresses: Record<string, string> = {};
  const config = Promise.withResolvers<unknown>();
  const connectOrigins = () => ["API", "Cognito", "Content"].flatMap((name) => addresses[name] ?? []);
  const pages = localPages({ inbox, clock, addresses: () => addresses });
  const web = started.add(
    await startWebServer({ port: firstPort, hot, connectOrigins, config: () => config.promise, localPages: pages }),
  );
  const storage = await startStorage(directory, state, [web.url], started);
  const [trustedKey] = await Promise.all([contentKey(), loadContent(packDirectory)]);
  const allowedOrigins = [web.url];
  const content = started.add(
    await startCloudFront({
      port: portAfter(3),
      s3: storage.s3,
      bucket,
      trustedKeys: { [keyPairId]: trustedKey },
      allowedOrigins,
    }),
  );
  const cognito = started.add(await startIdentity(state, inbox, portAfter(2)));
  setHandlerSettings({ content: content.url, web: web.url, cognito: cognito.url });
  const handlers = await loadHandlers();
  const { issuer } = cognito;
  const api = started.add(await startApiGateway({ port: portAfter(1), issuer, clientId, allowedOrigins, handlers }));
  Object.assign(addresses, {
    Web: web.url,
    API: api.url,
    Cognito: cognito.url,
    Content: content.url,
    DynamoDB: storage.dynamodb.url,
    S3: storage.s3.url,
    "Secrets Manager": storage.secrets.url,
  });
  config.resolve({ region, userPoolId, userPoolClientId: clientId, userPoolEndpoint: cognito.url, apiUrl: api.url });
  return { webUrl: web.url, apiUrl: api.url, close: () => started.closeAll() };
}

/**
 * Starts every stand-in in order and loads the content. Settings for the SDKs and the handlers go into this process's
 * environment, so one process holds one cloud.
 * @throws PortTakenError
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  mkdirSync(options.directory, { recursive: true });
  const started = new Started();
  const state = openState(options.directory);
  started.add(state);
  try {
    return await startParts(options, state, started);
  } catch (error) {
    await started.closeAll();
    throw error;
  }
}
