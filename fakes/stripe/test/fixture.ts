import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { text as readText } from "node:stream/consumers";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { openState } from "../../foundation/state.ts";
import type { Scheduler } from "../deliveries/deliveries.ts";
import { type StripeSettings, startStripe } from "../stripe.ts";
import { type Billing, type Shop, shop } from "./shop.ts";

export const apiKey = "sk_test_local0001";
export const webhookSecret = "whsec_local0001";

export function sdkFor(url: string, key = apiKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

export function createTimers() {
  let timers: { ms: number; action: () => void }[] = [];
  let waiters: { count: number; resolve: () => void }[] = [];
  const scheduler: Scheduler = (ms, action) => {
    const timer = { ms, action };
    timers.push(timer);
    for (const { count, resolve } of waiters) if (timers.length >= count) resolve();
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  return {
    scheduler,
    delays: () => timers.map(({ ms }) => ms),
    set: (count = 1) =>
      timers.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ count, resolve })),
    run: () => {
      waiters = [];
      for (const { action } of timers.splice(0)) action();
    },
  };
}

/** `answers` are the statuses of the first responses. */
export async function startReceiver(answers: number[] = []) {
  const received: Stripe.Event[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const verifier = new Stripe(apiKey);
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    received.push(verifier.webhooks.constructEvent(body, String(request.headers["stripe-signature"]), webhookSecret));
    response.writeHead(answers.shift() ?? 200).end();
    for (const { count, resolve } of waiters) if (received.length >= count) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received,
    types: () => received.map(({ type }) => type),
    clear: () => void received.splice(0),
    count: (count: number) =>
      received.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ count, resolve })),
  };
}

export type Card = "works" | "renewals-fail";

export function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

export type TestStripeOptions = Partial<StripeSettings> & {
  startsAt?: string;
  state?: DatabaseSync;
  answers?: number[];
};

export async function startStripeFor<Product extends string>(
  { business, usual, lookupKeyOf }: Shop<Product>,
  options: TestStripeOptions = {},
) {
  const { startsAt = "2026-11-21T09:30:00Z", state = openState(":memory:"), answers = [], ...settings } = options;
  const clock = { now: new Date(startsAt) };
  const timers = createTimers();
  const receiver = await startReceiver(answers);
  const webhook = { url: () => receiver.url, secret: webhookSecret };
  const { scheduler } = timers;
  const stripe = await startStripe({
    port: 0,
    state,
    now: () => clock.now,
    business,
    apiKey,
    webhook,
    scheduler,
    ...settings,
  });
  onTestFinished(() => stripe.close());
  const sdk = sdkFor(stripe.url);
  const priceOf = async (product: Product, billing: Billing) => {
    const { data } = await sdk.prices.list({ lookup_keys: [lookupKeyOf(product, billing)] });
    const [price] = data;
    if (!price) throw new Error(`No price for ${product} ${billing}`);
    return price;
  };
  const openSession = async (customer: string, product: Product, billing: Billing) =>
    sdk.checkout.sessions.create({
      mode: billing === "monthly" ? "subscription" : "payment",
      customer,
      line_items: [{ price: (await priceOf(product, billing)).id, quantity: 1 }],
      success_url: "http://localhost:5173/thanks?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:5173/shop",
      metadata: { user_id: "user-1" },
      ...(billing === "monthly"
        ? { subscription_data: { metadata: { plan: product } } }
        : { payment_intent_data: { metadata: { plan: product } } }),
    });
  /** The newest payment first. */
  const lastCharges = async (customer?: string) => {
    const asked = { limit: 100, expand: ["data.latest_charge"], ...(customer === undefined ? {} : { customer }) };
    const { data } = await sdk.paymentIntents.list(asked);
    return data.map(({ latest_charge }) => latest_charge);
  };
  const openPortal = async (customer: string, returnUrl = "http://localhost:5173/orders") => {
    const { data } = await sdk.billingPortal.configurations.list({ active: true });
    const ownMetadata = Object.entries(business.portalMetadata);
    const own = data.find(({ metadata }) => ownMetadata.every(([name, value]) => metadata?.[name] === value));
    if (!own) throw new Error("The shop has no configuration of the portal");
    return sdk.billingPortal.sessions.create({ customer, configuration: own.id, return_url: returnUrl });
  };
  const choose = (session: Stripe.Checkout.Session, action: string, card: Card = "works") =>
    submit(session.url ?? `${stripe.url}/c/pay/${session.id}`, { action, card });
  const subscribe = async (product: Product = usual, card: Card = "works") => {
    const customer = await sdk.customers.create({ email: "customer@example.com" });
    const session = await openSession(customer.id, product, "monthly");
    await choose(session, "pay", card);
    const [subscription] = (await sdk.subscriptions.list({ customer: customer.id })).data;
    if (!subscription) throw new Error("No subscription was made");
    return { customer, session, subscription };
  };
  const payOnce = async (product: Product = usual) => {
    const customer = await sdk.customers.create({ email: "customer@example.com" });
    const session = await openSession(customer.id, product, "once");
    await choose(session, "pay");
    const paid = await sdk.checkout.sessions.retrieve(session.id);
    return { customer, session: paid, intentId: String(paid.payment_intent) };
  };
  return {
    ...stripe,
    sdk,
    state,
    clock,
    timers,
    receiver,
    priceOf,
    openSession,
    openPortal,
    lastCharges,
    choose,
    subscribe,
    payOnce,
    moveTo: async (instant: string) => {
      clock.now = new Date(instant);
      await stripe.settle();
    },
  };
}

export const startTestStripe = (options: TestStripeOptions = {}) => startStripeFor(shop, options);

export const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error("The subscription has no item");
  return item;
}
