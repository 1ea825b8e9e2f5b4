import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { PublishResult } from "../content/publishing/publish-pack.ts";
import { ownershipAttribute } from "../domain/accounts/password.ts";
import { signInReturnUrls } from "../domain/accounts/redirect.ts";
import { listConnectOrigins, toWebConfig, type WebConfig } from "../domain/http/web-config.ts";
import { startApiGateway } from "../fakes/api-gateway/api-gateway.ts";
import { startCognito } from "../fakes/cognito/cognito.ts";
import { openState } from "../fakes/foundation/state.ts";
import type { AccessChecker, Grants } from "../fakes/iam/access-checker.ts";
import { createGuard, type Guard } from "../fakes/iam/guard.ts";
import { runningFunction } from "../fakes/iam/running-function.ts";
import { type Inbox, openInbox } from "../fakes/ses/inbox.ts";
import { startSes } from "../fakes/ses/ses.ts";
import { scaleTimeLimits } from "../lambdas/runtime/time-limits.ts";
import { replaceClock, separateServices } from "../lambdas/services.ts";
import { createClock, type MovableClock } from "./clock.ts";
import { Closables } from "./closables.ts";
import {
  clientId,
  mailConfigurationSet,
  mailSender,
  region,
  resourceLocation,
  setAppAddresses,
  setHandlerSettings,
  setSdkEndpoints,
  sharedAudioBucket,
  userPoolId,
} from "./cloud-settings.ts";
import { gatewayApi } from "./gateway-api.ts";
import { loadHandlers, loadTriggers } from "./handlers.ts";
import { localPages } from "./local-pages.ts";
import { createPreview, type Preview, previewScript } from "./preview.ts";
import { createPreviewLearner } from "./preview-learner.ts";
import { startDefaultBus } from "./start-default-bus.ts";
import { startEvents } from "./start-events.ts";
import { startPayments } from "./start-payments.ts";
import { startStorage } from "./start-storage.ts";
import { startWebServer } from "./web-server.ts";

export type CloudOptions = {
  /**
   * Directory of all state that survives a restart.
   * Why: docs/decisions/0008-fakes-of-our-own.md
   */
  directory: string;
  /** Port of the web app. The next five ports are for services. 0 picks free ports. */
  firstPort: number;
  hot: boolean;
  packDirectory?: string | undefined;
  /** A second pack, with further languages. Published only if the directory exists. */
  furtherPackDirectory?: string | undefined;
  /** Directory of the built web app; by default that of this checkout. */
  siteDirectory?: string | undefined;
  /** Adds a page that logs in a preview learner with a paid plan, and shows changed content at once. */
  isPreview?: boolean;
  /**
   * Permissions by handler path under lambdas/; undefined grants all.
   * Why: docs/decisions/0082-permissions-enforced-in-tests.md
   */
  grants?: Grants | undefined;
};

export type Cloud = {
  webUrl: string;
  apiUrl: string;
  /** Runs due schedules and due changes in the fake of Stripe, then waits for the delivery of events. */
  settle: () => Promise<void>;
  /** Returns false, and publishes nothing, if another command made the latest publication. */
  refreshContent: () => Promise<boolean>;
  close: () => Promise<void>;
  /** Bypasses the permission checks. */
  dynamodbUrl: string;
  /** Bypasses the permission checks. */
  s3Url: string;
  /** Null if no grants were given. */
  access: AccessChecker | null;
};

const samplePack = join(import.meta.dirname, "..", "content", "pack");

type CloudContext = {
  options: CloudOptions;
  state: DatabaseSync;
  clock: MovableClock;
  inbox: Inbox;
  closables: Closables;
  guard: Guard;
  portAt: (offset: number) => number;
};

/** Data for the web server, which starts before the services. */
type CloudInfo = {
  addresses: Record<string, string>;
  config: PromiseWithResolvers<WebConfig>;
  connectOrigins: readonly string[];
  mediaOrigins: readonly string[];
  settle: () => Promise<void>;
  runExpiry: () => Promise<unknown>;
  runCanary: () => Promise<unknown>;
  loadContent: () => Promise<PublishResult>;
  preview: Preview | null;
};

function createEmptyCloudInfo(): CloudInfo {
  return {
    addresses: {},
    config: Promise.withResolvers(),
    connectOrigins: [],
    mediaOrigins: [],
    settle: async () => undefined,
    runExpiry: async () => undefined,
    runCanary: async () => undefined,
    loadContent: async () => {
      throw new Error("The content is being loaded for the first time");
    },
    preview: null,
  };
}

async function startWeb({ options, clock, inbox, closables }: CloudContext, info: CloudInfo) {
  const pages = localPages({
    inbox,
    clock,
    addresses: () => info.addresses,
    settle: () => info.settle(),
    runExpiry: () => info.runExpiry(),
    runCanary: () => info.runCanary(),
    loadContent: () => info.loadContent(),
    preview: () => info.preview,
  });
  const connectOrigins = () => info.connectOrigins;
  const mediaOrigins = () => info.mediaOrigins;
  const config = () => info.config.promise;
  const redirectFor = (path: string) => info.preview?.redirectFor(path) ?? null;
  const pageScript = options.isPreview ? previewScript.path : undefined;
  const { firstPort: port, hot, siteDirectory: builtDirectory } = options;
  const site = { port, hot, builtDirectory, connectOrigins, mediaOrigins, config, redirectFor, pageScript };
  return closables.add(await startWebServer({ ...site, localPages: pages }));
}

async function startIdentity({ state, inbox, closables, portAt }: CloudContext, webUrl: string) {
  const triggers = await loadTriggers();
  const pool = { port: portAt(2), state, userPoolId, clientId, region, adminAttributes: [ownershipAttribute] };
  return closables.add(
    await startCognito({ ...pool, triggers, sendMail: inbox.deliver, signInReturnUrls: signInReturnUrls([webUrl]) }),
  );
}

async function startServices(foundation: CloudContext, webUrl: string, apiUrl: () => string) {
  const { options, state, clock, inbox, closables, guard, portAt } = foundation;
  const { directory, packDirectory = samplePack, furtherPackDirectory: further } = options;
  const defaultBus = await startDefaultBus(clock.now, closables);
  const notifications = { buckets: [sharedAudioBucket], send: defaultBus.accept };
  const storageOptions = {
    directory,
    state,
    contentPort: portAt(3),
    packs: { pack: packDirectory, further },
    allowedOrigins: [webUrl],
  };
  const storage = await startStorage(
    { ...storageOptions, isCacheDisabled: options.isPreview ?? false, guard, notifications },
    closables,
  );
  const cognito = await startIdentity(foundation, webUrl);
  const ses = closables.add(
    await startSes({ port: 0, sender: mailSender, configurationSet: mailConfigurationSet, deliver: inbox.deliver }),
  );
  setSdkEndpoints({
    COGNITO_IDENTITY_PROVIDER: await guard.guardedUrl("cognito-idp", cognito.url),
    SESV2: await guard.guardedUrl("ses", ses.url),
  });
  const events = await startEvents({ realtimePort: portAt(4), now: clock.now, guard }, closables);
  const paying = { port: portAt(5), state, now: clock.now, apiUrl, secretsUrl: storage.secrets };
  const payments = await startPayments(paying, closables);
  const urls = { content: storage.content, web: webUrl, issuer: cognito.issuer };
  setHandlerSettings({ ...urls, connections: events.managementUrl, stripe: payments.url });
  return { storage, cognito, defaultBus, events, payments };
}

async function startParts(foundation: CloudContext): Promise<Cloud> {
  const { closables, guard, portAt } = foundation;
  const info = createEmptyCloudInfo();
  const web = await startWeb(foundation, info);
  let apiUrl = "";
  const { storage, cognito, defaultBus, events, payments } = await startServices(foundation, web.url, () => apiUrl);
  const { issuer } = cognito;
  const options = { issuer, clientId, allowedOrigins: [web.url], api: gatewayApi, handlers: await loadHandlers() };
  const api = closables.add(await startApiGateway({ port: portAt(1), ...options }));
  apiUrl = api.url;
  setAppAddresses({ api: api.url, realtime: events.realtime.url });
  info.settle = async () => {
    await payments.settle();
    await events.settleSchedules();
    await defaultBus.idle();
    await events.bus.idle();
  };
  info.runExpiry = events.runExpiry;
  info.runCanary = events.runCanary;
  info.loadContent = storage.publishContent;
  Object.assign(info.addresses, {
    Web: web.url,
    API: api.url,
    Cognito: cognito.url,
    Content: storage.content,
    Realtime: events.realtime.url,
    ...(payments.url ? { Stripe: payments.url } : {}),
    DynamoDB: storage.dynamodb,
    S3: storage.s3,
    "Secrets Manager": storage.secrets,
  });
  const config = toWebConfig({
    Region: region,
    UserPoolId: userPoolId,
    UserPoolClientId: clientId,
    UserPoolEndpoint: cognito.url,
    HostedUiUrl: cognito.url,
    ApiUrl: api.url,
    RealtimeUrl: events.realtime.url,
    ContentOrigin: storage.content,
  });
  info.connectOrigins = [...listConnectOrigins(config), storage.sharedAudio];
  info.mediaOrigins = [storage.content, storage.sharedAudio];
  info.config.resolve(config);
  if (foundation.options.isPreview) {
    const { inbox } = foundation;
    info.preview = createPreview(await createPreviewLearner({ webUrl: web.url, apiUrl, cognito, inbox }));
  }
  return {
    webUrl: web.url,
    apiUrl: api.url,
    dynamodbUrl: storage.dynamodb,
    s3Url: storage.s3,
    access: guard.access,
    settle: info.settle,
    refreshContent: storage.refreshContent,
    close: () => closables.closeAll(),
  };
}

/**
 * Settings are environment variables of this process, so a process can run only one cloud at a time.
 * @throws PortTakenError, DirectoryTakenError, OutdatedTableError, LiveKeyError, PublishError
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  mkdirSync(options.directory, { recursive: true });
  const started = new Closables();
  const state = started.add(openState(options.directory));
  const clock = createClock(state);
  replaceClock(clock);
  separateServices(runningFunction);
  // Longer time limits, because the services and the handlers share one process.
  scaleTimeLimits(10);
  const guard = createGuard(options.grants, resourceLocation, started);
  const portAt = (offset: number) => (options.firstPort === 0 ? 0 : options.firstPort + offset);
  try {
    return await startParts({ options, state, clock, inbox: openInbox(state), closables: started, guard, portAt });
  } catch (error) {
    await started.closeAll();
    throw error;
  }
}
