import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { listen, type RunningServer, requestUrl } from "../foundation/listen.ts";
import type { Account } from "./account/account.ts";
import { openEventLog } from "./account/event-log.ts";
import { openStore } from "./account/store.ts";
import type { Metadata } from "./account/stored.ts";
import { type Ledger, openLedger } from "./billing/ledger.ts";
import { type Controls, createControls } from "./controls/controls.ts";
import { Deliveries, realScheduler, type Scheduler } from "./deliveries/deliveries.ts";
import type { Webhook } from "./deliveries/send-webhook.ts";
import { type EndpointSettings, handleApiRequest } from "./endpoint.ts";
import { ensurePortalConfiguration } from "./operations/portal-configurations.ts";
import { addPrice, findPrice } from "./operations/prices.ts";
import { addProduct } from "./operations/products.ts";
import { handlePageRequest } from "./pages/handle-page-request.ts";
import { openIdempotency } from "./protocol/idempotency.ts";

type OfferedProduct = {
  name: string;
  metadata: Metadata;
  prices: readonly {
    lookupKey: string;
    cents: number;
    /** False for a price that is paid once. */
    isMonthly: boolean;
  }[];
};

function ensureCatalogue(account: Account, offered: readonly OfferedProduct[]): void {
  for (const { name, metadata, prices } of offered) {
    const [known] = prices.flatMap(({ lookupKey }) => findPrice(account, lookupKey) ?? []);
    const missing = prices.filter(({ lookupKey }) => !findPrice(account, lookupKey));
    const product = known?.product ?? addProduct(account, { name, metadata }).id;
    for (const { lookupKey, cents, isMonthly } of missing) {
      addPrice(account, { product, unitAmount: cents, currency: "usd", isMonthly, lookupKey });
    }
  }
}

export type Business = {
  name: string;
  products: readonly OfferedProduct[];
  /** Identifies the business's configuration of the customer portal. */
  portalMetadata: Metadata;
};

export type StripeSettings = {
  port: number;
  state: DatabaseSync;
  now: () => Date;
  business: Business;
  apiKey: string;
  webhook: Webhook;
  scheduler?: Scheduler;
  /** Returns numbers from 0 to below 1, which determine the order of shuffled events. */
  random?: () => number;
};

export type RunningStripe = Pick<RunningServer, "url" | "close"> & {
  /** Applies all changes that are due by the local clock. Call this function after a change of the clock. */
  settle: () => Promise<void>;
  /** Resolves when no delivery is pending, or at `close`. */
  idle: () => Promise<void>;
  controls: Controls;
};

type StripeParts = { endpoint: EndpointSettings; ledger: Ledger; controls: Controls; wake: () => void };

async function handleRequest(message: IncomingMessage, response: ServerResponse, parts: StripeParts): Promise<void> {
  const url = requestUrl(message);
  if (!url) {
    response.writeHead(400).end();
    return;
  }
  if (url.pathname.startsWith("/v1/") || url.pathname.startsWith("/v2/")) {
    await handleApiRequest(message, response, url, parts.endpoint);
    parts.wake();
    return;
  }
  const { status, headers, body } = await handlePageRequest(message, url, parts);
  response.writeHead(status, headers).end(body);
}

/** @throws PortTakenError */
export async function startStripe(settings: StripeSettings): Promise<RunningStripe> {
  const { port, state, now, business, apiKey, webhook, scheduler = realScheduler, random = Math.random } = settings;
  const store = openStore(state);
  const events = openEventLog(state, webhook.enabledEvents);
  const deliveries = new Deliveries({ state, store, events, webhook, scheduler });
  let origin = "";
  const wake = () => deliveries.wake();
  const ledger = openLedger({
    state,
    store,
    events,
    now,
    business: business.name,
    origin: () => origin,
    onEvents: wake,
  });
  const controls = createControls({ ledger, store, deliveries, random });
  const { openAccount, settleNow } = ledger;
  const endpoint = { state, apiKey, idempotency: openIdempotency(state), openAccount, settleNow };
  const parts = { endpoint, ledger, controls, wake };
  const { url, close } = await listen((message, response) => {
    handleRequest(message, response, parts).catch((cause: unknown) => {
      console.error("Stripe:", cause);
      response.headersSent ? response.destroy() : response.writeHead(500).end();
    });
  }, port);
  origin = url;
  ledger.transact((account) => {
    // No events report the creation of these objects, as if the account had always had them.
    const quiet = { ...account, publish: () => {} };
    ensureCatalogue(quiet, business.products);
    ensurePortalConfiguration(quiet, business.portalMetadata);
  });
  return {
    url,
    settle: ledger.settle,
    idle: () => deliveries.idle(),
    controls,
    close: async () => {
      await close();
      await deliveries.close();
    },
  };
}
