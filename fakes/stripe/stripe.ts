/** A fake of Stripe; README.md beside this file says what it does and what it does not. */
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

/** A product that exists when the fake starts, with its prices. */
type OfferedProduct = {
  name: string;
  metadata: Metadata;
  prices: readonly {
    lookupKey: string;
    /** In US cents. */
    cents: number;
    /** Whether it is paid every month; otherwise it is paid once. */
    isMonthly: boolean;
  }[];
};

/** Makes products and their prices, as far as they are missing. */
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

/** The business that sells, and what there is in its account before it asks for anything. */
export type Business = {
  /** As customers read it. */
  name: string;
  products: readonly OfferedProduct[];
  /** By what its configuration of the customer portal is known. */
  portalMetadata: Metadata;
};

export type StripeSettings = {
  /** 0 picks a free port. */
  port: number;
  /** Where everything is kept. */
  state: DatabaseSync;
  /** The local clock. */
  now: () => Date;
  /** Whose account it is. */
  business: Business;
  /** The one key that is taken, "sk_test_…". */
  apiKey: string;
  /** Where every event goes. The address is asked for at each attempt. */
  webhook: Webhook;
  /** How an event waits before it is sent again; timers of real time by default. */
  scheduler?: Scheduler;
  /** Numbers from 0 to below 1 by which events are shuffled. */
  random?: () => number;
};

export type RunningStripe = Pick<RunningServer, "url" | "close"> & {
  /** Makes everything happen that is due by the local clock; for when the clock was moved. */
  settle: () => Promise<void>;
  /** Resolves once every event is delivered; while delivery is paused it waits. */
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

/**
 * Starts Stripe on loopback, makes the catalogue and a portal configuration if they are missing, and sends what an earlier
 * run could not deliver.
 * @throws PortTakenError
 */
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
    // What was there before the product asked for anything is no news to it.
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
