import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openState } from "../../foundation/state.ts";
import { startKillable } from "../../test-support/killable.ts";
import { apiKey, sdkFor, startReceiver, startTestStripe, submit, webhookSecret } from "./fixture.ts";

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "fake-stripe-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** The child's webhook is unreachable, so events stay undelivered. */
const startChild = (directory: string) =>
  startKillable(`
    import { openState } from ${moduleUrl("../../foundation/state.ts")};
    import { startStripe } from ${moduleUrl("../stripe.ts")};
    import { shop } from ${moduleUrl("./shop.ts")};
    const { url } = await startStripe({
      port: 0,
      state: openState(${JSON.stringify(directory)}),
      now: () => new Date(),
      business: shop.business,
      apiKey: ${JSON.stringify(apiKey)},
      webhook: { url: () => "http://127.0.0.1:1/", secret: ${JSON.stringify(webhookSecret)} },
    });
    console.log(url);
  `);

it("Stripe keeps every acknowledged payment after SIGKILL, and sends the payment events after the restart", async () => {
  const directory = await temporaryDirectory();
  const child = await startChild(directory);
  const sdk = sdkFor(child.firstLine);
  const customer = await sdk.customers.create({ email: "a@example.com" }, { idempotencyKey: "customer-1" });
  const [price] = (await sdk.prices.list({ lookup_keys: ["box_small_once"] })).data;
  const sessions = [];
  for (let made = 0; made < 12; made += 1) {
    const line_items = [{ price: price?.id ?? "" }];
    const success_url = "http://localhost:5173/";
    sessions.push(
      await sdk.checkout.sessions.create({ mode: "payment", customer: customer.id, line_items, success_url }),
    );
  }
  const acknowledged: string[] = [];
  const underWay = sessions.map(async ({ id, url }) => {
    await submit(url ?? "", { action: "pay" });
    acknowledged.push(id);
  });
  await Promise.race(underWay);
  await child.kill();
  await Promise.allSettled(underWay);

  const state = openState(directory);
  onTestFinished(() => state.close());
  const again = await startTestStripe({ state, startsAt: new Date().toISOString() });
  const stored = await again.sdk.checkout.sessions.list({ customer: customer.id, limit: 100 });
  const paid = stored.data.filter(({ payment_status }) => payment_status === "paid");
  expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  const intents = (await again.sdk.paymentIntents.list({ customer: customer.id, limit: 100 })).data;
  expect(new Set(intents.map(({ id }) => id))).toEqual(new Set(paid.map(({ payment_intent }) => payment_intent)));
  expect(await again.lastCharges()).toHaveLength(paid.length);
  await again.idle();
  const completed = again.receiver.received.filter(({ type }) => type === "checkout.session.completed");
  expect(completed).toHaveLength(paid.length);
  const repeated = await again.sdk.customers.create({ email: "a@example.com" }, { idempotencyKey: "customer-1" });
  expect(repeated.id).toBe(customer.id);
  for (const { id } of stored.data) await submit(`${again.url}/c/pay/${id}`, { action: "pay" });
  expect(await again.lastCharges()).toHaveLength(12);
});

it("Stripe sends undelivered events after a restart", async () => {
  const state = openState(await temporaryDirectory());
  onTestFinished(() => state.close());
  const unreachable = { url: () => "http://127.0.0.1:1/", secret: webhookSecret };
  const first = await startTestStripe({ state, webhook: unreachable });
  await first.subscribe();
  await first.timers.set();
  await first.close();
  const receiver = await startReceiver();
  const second = await startTestStripe({ state, webhook: { url: () => receiver.url, secret: webhookSecret } });
  await second.idle();
  expect(receiver.types()[0]).toBe("customer.created");
  expect(receiver.types()).toContain("checkout.session.completed");
  expect((await second.sdk.subscriptions.list()).data).toMatchObject([{ status: "active" }]);
});
