/*
 * A stand-in for Stripe, good for the product's own use of the real SDK, for its learners' browsers and for its webhook.
 *
 * What it does:
 * - the REST API of one version for customers, products, prices, Checkout, subscriptions, invoices and their payments,
 *   payment intents, charges, payment methods, refunds, disputes, the customer portal, webhook endpoints and events: with
 *   API key, Idempotency-Key (409 while its first request is under way), pagination, expansion of up to four levels, and Stripe's errors;
 * - hosted pages on which a session is paid, declined or paid later, and on which a customer looks after a subscription;
 * - time, by the local clock: renewals, failed ones with retries on days 3, 5, 7 and 14 and an end, cancellations at the
 *   end of a period, expiry of sessions;
 * - signed webhooks, at least once, that survive a restart; and on its index page trouble with them on demand.
 *
 * What it does NOT do. What is asked for and not modelled is refused, never ignored, except as said below:
 * - taxes, coupons, trials, metered or tiered prices, prices per day or week, more than one item in a subscription, subscription
 *   schedules, creation of subscriptions or payments by the API, mode "setup", embedded pages, customers made by Checkout,
 *   invoices of one-time payments, search, test clocks, Connect, payment_behavior default_incomplete,
 *   proration when a subscription is cancelled at once, portal flows (deep links);
 * - cards: there are no numbers, only the means on the pages (works, renewals fail, has to be confirmed, declined) and a bank debit;
 *   receipts, e-mail, payouts, balance transactions, fees and radar are missing;
 * - other time zones, other currencies than the prices', rate limits, restricted keys.
 * What is taken and changes nothing: how the pay page looks, locale, customer_update, payment_method_types and their like.
 *
 * What differs from Stripe:
 * - an invoice is finalized and paid at once (Stripe leaves a renewal's as a draft for about an hour);
 * - a bank debit ends when somebody says so, and renewals by bank debit succeed at once; until it ends a subscription
 *   is incomplete, and it expires 23 hours after it began if the debit fails;
 * - events go to the one webhook that the stand-in is started with; endpoints registered by the API are kept and get none.
 *   An event that is not taken is sent again every few seconds for ever; Stripe's hours and its end after three days are not kept;
 * - a dispute's outcome, and when it falls, is for people to say; no evidence is taken;
 * - a portal session does not expire; a path of expand that leads nowhere is only noticed where there is an object to expand;
 * - an event's time is the local clock's, its signature's is real; ids are random and of one length.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { type Listening, listen } from "../listen.ts";
import { requestUrl } from "../request-url.ts";
import { ensureCatalogue } from "./catalogue.ts";
import { type Controls, openControls } from "./controls.ts";
import { Deliveries, realScheduler, type Scheduler } from "./deliveries.ts";
import { answerApi, type EndpointSettings } from "./endpoint.ts";
import { openEventLog } from "./event-log.ts";
import { openIdempotency } from "./idempotency.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { answerPage } from "./pages/answer-page.ts";
import { ensurePortalConfiguration } from "./portal-configurations.ts";
import type { Webhook } from "./send-webhook.ts";
import { openStore } from "./store.ts";

export type StripeSettings = {
  /** 0 picks a free port. */
  port: number;
  /** Where everything is kept. */
  state: DatabaseSync;
  /** The local clock. */
  now: () => Date;
  /** The one key that is taken, "sk_test_…". */
  apiKey: string;
  /** Where every event goes. The address is asked for at each attempt. */
  webhook: Webhook;
  /** How an event waits before it is sent again; timers of real time by default. */
  scheduler?: Scheduler;
  /** Numbers from 0 to below 1 by which events are shuffled. */
  random?: () => number;
};

export type RunningStripe = Pick<Listening, "url" | "close"> & {
  /** Makes everything happen that is due by the local clock; for when the clock was moved. */
  settle: () => Promise<void>;
  /** Resolves once every event is delivered; while delivery is paused it waits. */
  idle: () => Promise<void>;
  controls: Controls;
};

type Parts = { endpoint: EndpointSettings; ledger: Ledger; controls: Controls; wake: () => void };

async function answer(message: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const url = requestUrl(message);
  if (!url) {
    response.writeHead(400).end();
    return;
  }
  if (url.pathname.startsWith("/v1/") || url.pathname.startsWith("/v2/")) {
    await answerApi(message, response, url, parts.endpoint);
    parts.wake();
    return;
  }
  const { status, headers, body } = await answerPage(message, url, parts);
  response.writeHead(status, headers).end(body);
}

/**
 * Starts Stripe on loopback, makes the catalogue and a portal configuration if they are missing, and sends what an earlier
 * run could not deliver.
 * @throws PortTakenError
 */
export async function startStripe(settings: StripeSettings): Promise<RunningStripe> {
  const { port, state, now, apiKey, webhook, scheduler = realScheduler, random = Math.random } = settings;
  const store = openStore(state);
  const events = openEventLog(state, webhook.enabledEvents);
  const deliveries = new Deliveries({ state, store, events, webhook, scheduler });
  let origin = "";
  const wake = () => deliveries.wake();
  const ledger = openLedger({ state, store, events, now, origin: () => origin, onEvents: wake });
  const controls = openControls({ ledger, store, deliveries, random });
  const { openAccount, settleNow } = ledger;
  const endpoint = { state, apiKey, idempotency: openIdempotency(state), openAccount, settleNow };
  const parts = { endpoint, ledger, controls, wake };
  const { url, close } = await listen((message, response) => {
    answer(message, response, parts).catch((cause: unknown) => {
      console.error("Stripe:", cause);
      response.headersSent ? response.destroy() : response.writeHead(500).end();
    });
  }, port);
  origin = url;
  ledger.act((account) => {
    // What was there before the product asked for anything is no news to it.
    const quiet = { ...account, publish: () => {} };
    ensureCatalogue(quiet);
    ensurePortalConfiguration(quiet);
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
