import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type Stripe from "stripe";
import * as z from "zod/mini";
import { routes } from "../../domain/api.ts";
import { stripeApiVersion } from "../../domain/plans/stripe.ts";
import { onHttp } from "../../lambdas/http.ts";
import { createStripeClient } from "../../lambdas/payments/stripe/client.ts";
import { createStripePaymentProvider } from "../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { redirectLog } from "../../lambdas/runtime/log.ts";
import { bus, clock, subscriptions } from "../../lambdas/services.ts";
import { openDocumentStore } from "../../lambdas/store/document-store.ts";
import { createSubscriptionStore } from "../../lambdas/store/subscriptions.ts";
import { handler, receiveStripeEvent } from "../../lambdas/webhooks/stripe-webhook.ts";
import { setHandlerSettings, setSdkEndpoints, stripeSecret } from "../../local/cloud-settings.ts";
import { localTableName } from "../../local/dynamodb.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { createSubscriber } from "../e2e/support/payments.ts";
import { allowEveryAccount } from "../lambdas/support/directory-user.ts";
import { context, eventFor } from "../lambdas/support/event.ts";
import { median, percentile } from "../support/statistics.ts";
import { elapsedMs } from "./elapsed.ts";
import { fetchLocalAddress } from "./local-address.ts";
import { comparedRow, type Row } from "./row.ts";
import { startSlowServer } from "./slow-server.ts";

const warmUps = 60;
/** This is a multiple of three, so that each of the three actions runs first equally often. */
const rounds = 402;
const mostTimes = 1.3;
const farMs = 50;
const farWarmUps = 10;
const farRounds = 100;
const TableName = localTableName("subscriptions");

const Secret = z.object({ apiKey: z.string(), webhookSecret: z.string() });

async function pointHandlerAt(appUrl: string): Promise<string> {
  const [dynamodb, secrets, stripe] = await Promise.all(
    ["DynamoDB", "Secrets Manager", "Stripe"].map((name) => fetchLocalAddress(appUrl, name)),
  );
  // No measured event changes the row, so nothing is published.
  const nowhere = "http://127.0.0.1:1";
  setSdkEndpoints({ DYNAMODB: dynamodb ?? "", SECRETS_MANAGER: secrets ?? "", EVENTBRIDGE: nowhere });
  setHandlerSettings({ content: nowhere, web: appUrl, issuer: nowhere, connections: nowhere, stripe });
  return stripe ?? "";
}

async function readSecret(): Promise<z.infer<typeof Secret>> {
  const secrets = new SecretsManagerClient();
  const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: stripeSecret }));
  secrets.destroy();
  return Secret.parse(JSON.parse(SecretString));
}

async function buyPlan(appUrl: string): Promise<string> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser);
    return (await createSubscriber(page, appUrl, "Pro")).email;
  } finally {
    await browser.close();
  }
}

/** `body` is an event in the format of https://docs.stripe.com/api/events/object. */
async function findPurchase(stripe: Stripe, email: string): Promise<{ customer: string; body: string }> {
  const { data: customers } = await stripe.customers.list({ limit: 100 });
  const customer = customers.find((each) => each.email === email);
  if (!customer) throw new Error("The learner is no customer");
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customer.id, limit: 1 });
  const [object] = subscriptions;
  if (!object) throw new Error("The customer has no subscription");
  const about = {
    id: "evt_bench",
    object: "event",
    api_version: stripeApiVersion,
    created: object.created,
    livemode: false,
  };
  const sent = { pending_webhooks: 1, request: { id: null, idempotency_key: null } };
  const event = { ...about, ...sent, type: "customer.subscription.created", data: { object } };
  return { customer: customer.id, body: JSON.stringify(event, null, 2) };
}

async function call(handle: typeof handler, body: string, signature: string): Promise<void> {
  const event = eventFor("stripe-webhook", { body, claims: null });
  const { statusCode } = await handle(
    { ...event, headers: { ...event.headers, "stripe-signature": signature } },
    context,
  );
  if (statusCode !== 200) throw new Error(`The webhook answered ${statusCode}`);
}

type Bought = { stripe: Stripe; webhookSecret: string; customer: string; body: string };

/** Each call signs the event again, as Stripe does for each delivery. */
function createSigner({ stripe, webhookSecret, body }: Bought): () => string {
  return () => stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
}

async function createBaselines({ stripe, webhookSecret, customer, body }: Bought) {
  const store = openDocumentStore();
  const row = await createSubscriptionStore(store, TableName, allowEveryAccount).findByCustomer(customer);
  if (!row) throw new Error("The customer has no row");
  const { Item } = await store.send(new GetCommand({ TableName, Key: { user_id: row.user_id }, ConsistentRead: true }));
  // The baseline writes a separate row, so that the handler's row stays unchanged.
  const item = { ...Item, user_id: `${row.user_id}-baseline`, stripe_customer_id: `${customer}_baseline` };
  const verify = (signature: string) => stripe.webhooks.constructEvent(body, signature, webhookSecret);
  const listSubscriptions = () => stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  const listInvoices = () => stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] });
  const listTransactions = () => stripe.customers.listBalanceTransactions(customer, { limit: 100 });
  const listPayments = () =>
    stripe.paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge.refunds"] });
  const fetchCustomer = () => stripe.customers.retrieve(customer);
  const write = () =>
    store.send(new PutCommand({ TableName, Item: { ...item, updated_at: new Date().toISOString() } }));
  return {
    bare: async (signature: string) => {
      verify(signature);
      await listSubscriptions();
      await write();
    },
    sameCalls: async (signature: string) => {
      verify(signature);
      await createSubscriptionStore(store, TableName, allowEveryAccount).findByCustomer(customer);
      await createSubscriptionStore(store, TableName, allowEveryAccount).get(row.user_id);
      const calls = [listSubscriptions, listInvoices, listTransactions, listPayments, fetchCustomer];
      await Promise.all(calls.map((call) => call()));
    },
    revision: async () =>
      (await createSubscriptionStore(store, TableName, allowEveryAccount).get(row.user_id))?.revision ?? 0,
    close: () => store.destroy(),
  };
}

async function measureInTurns<Name extends string>(
  actions: Record<Name, (signature: string) => Promise<void>>,
  sign: () => string,
  { warmUps, rounds }: { warmUps: number; rounds: number },
): Promise<Record<Name, number[]>> {
  // Object.keys loses the key type.
  const names = Object.keys(actions) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = -warmUps; round < rounds; round += 1) {
    const first = Math.abs(round) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const signature = sign();
      const ms = await elapsedMs(() => actions[name](signature));
      if (round >= 0) samples[name].push(ms);
    }
  }
  return samples;
}

async function measureFar(bought: Bought, { apiKey, url }: { apiKey: string; url: string }): Promise<Row[]> {
  const slow = await startSlowServer(url, farMs);
  const access = { stripe: createStripeClient(apiKey, slow.url), webhookSecret: bought.webhookSecret };
  const payments = createStripePaymentProvider(async () => access);
  const services = { bus, clock, payments: () => payments, subscriptions };
  const farHandler = onHttp(routes, "stripe-webhook", receiveStripeEvent, services);
  const { bare, close } = await createBaselines({ ...bought, stripe: access.stripe });
  const handled = (signature: string) => call(farHandler, bought.body, signature);
  const samples = await measureInTurns({ handled, bare }, createSigner(bought), {
    warmUps: farWarmUps,
    rounds: farRounds,
  });
  close();
  slow.close();
  const name = `Webhook handler, ${farRounds} events that change nothing, with ${farMs} ms added to each response of Stripe, beside signature + 1 Stripe call + 1 write`;
  return [comparedRow(`${name}: median`, median(samples.handled), median(samples.bare), "ms")];
}

/** The fake of Stripe and the database share one process, which handles parallel calls one after the other. */
async function measureNear(bought: Bought): Promise<Row[]> {
  const { bare, sameCalls, revision, close } = await createBaselines(bought);
  const before = await revision();
  const handled = (signature: string) => call(handler, bought.body, signature);
  const samples = await measureInTurns({ handled, bare, sameCalls }, createSigner(bought), { warmUps, rounds });
  const writes = (await revision()) - before;
  close();
  if (writes !== 0) throw new Error(`The webhook wrote ${writes} times, though nothing had changed`);
  const name = `Webhook handler, ${rounds} events that change nothing`;
  const least = `${name}, beside signature + 1 Stripe call + 1 write`;
  const same = `${name}, beside its own calls made bare (signature, 2 reads, 5 Stripe calls at once)`;
  const at99 = (times: readonly number[]) => percentile(times, 0.99);
  return [
    comparedRow(`${least}: median`, median(samples.handled), median(samples.bare), "ms", mostTimes),
    comparedRow(`${least}: 99th percentile`, at99(samples.handled), at99(samples.bare), "ms"),
    comparedRow(`${same}: median`, median(samples.handled), median(samples.sameCalls), "ms"),
  ];
}

export async function measureWebhook(appUrl: string): Promise<Row[]> {
  const email = await buyPlan(appUrl);
  const url = await pointHandlerAt(appUrl);
  const { apiKey, webhookSecret } = await readSecret();
  const stripe = createStripeClient(apiKey, url);
  const bought = { stripe, webhookSecret, ...(await findPurchase(stripe, email)) };
  const problems: string[] = [];
  redirectLog((level, line) => void (level === "info" || problems.push(line)));
  const rows = [...(await measureNear(bought)), ...(await measureFar(bought, { apiKey, url }))];
  if (problems.length > 0) throw new Error(`The webhook had trouble: ${problems[0]}`);
  return rows;
}
