import Stripe from "stripe";
import { expect, it } from "vitest";
import { signatureHeader } from "../deliveries/send-webhook.ts";
import { startTestStripe, submit, webhookSecret } from "./fixture.ts";

const post = (url: string, body: object = {}) =>
  fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

const emailsOf = (events: readonly Stripe.Event[]) =>
  events.map(({ data }) => ("email" in data.object ? data.object.email : null));

it("the SDK accepts a webhook signature with the right secret, body and time", () => {
  const { webhooks } = new Stripe("sk_test_x");
  const body = JSON.stringify({ id: "evt_1", object: "event" });
  const header = signatureHeader(body, webhookSecret, new Date());
  expect(webhooks.constructEvent(body, header, webhookSecret)).toMatchObject({ id: "evt_1" });
  expect(() => webhooks.constructEvent(body, header, "whsec_other")).toThrow();
  expect(() => webhooks.constructEvent(`${body} `, header, webhookSecret)).toThrow();
  const old = signatureHeader(body, webhookSecret, new Date(Date.now() - 301_000));
  expect(() => webhooks.constructEvent(body, old, webhookSecret)).toThrow("tolerance");
});

it("Stripe delivers each event once and in order, and an event names its request", async () => {
  const { sdk, receiver, idle } = await startTestStripe();
  const { lastResponse } = await sdk.customers.create({}, { idempotencyKey: "customer-1" });
  for (const name of ["a", "b"]) await sdk.products.create({ id: name, name });
  await sdk.products.update("a", { name: "c" });
  await idle();
  expect(receiver.types()).toEqual(["customer.created", "product.created", "product.created", "product.updated"]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4);
  const [first] = receiver.received;
  expect(first?.request).toEqual({ id: lastResponse.requestId, idempotency_key: "customer-1" });
  expect(receiver.received.at(-1)?.data.previous_attributes).toMatchObject({ name: "a" });
});

it("Stripe queues only events of the types that the webhook enables", async () => {
  const webhook = { url: () => "http://127.0.0.1:1/", secret: webhookSecret, enabledEvents: ["product.created"] };
  const { sdk, controls } = await startTestStripe({ webhook });
  controls.pauseDelivery();
  await sdk.customers.create();
  expect(controls.state().pending).toEqual([]);
  await sdk.products.create({ name: "a" });
  expect(controls.state().pending).toHaveLength(1);
});

it("Stripe retries a refused event with growing delays, and delivers another event meanwhile", async () => {
  const { sdk, receiver, timers, idle } = await startTestStripe({ answers: [500, 200, 404, 302] });
  await sdk.customers.create({ email: "first@example.com" });
  await timers.set();
  expect(timers.delays()).toEqual([500]);
  await sdk.customers.create({ email: "second@example.com" });
  await receiver.count(2);
  for (const delay of [1000, 2000]) {
    timers.run();
    await timers.set();
    expect(timers.delays()).toEqual([delay]);
  }
  timers.run();
  await idle();
  expect(emailsOf(receiver.received)).toEqual([
    "first@example.com",
    "second@example.com",
    ...Array(3).fill("first@example.com"),
  ]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
});

it("Stripe retries an event after a failed connection", async () => {
  const address = { url: "http://127.0.0.1:1/nobody" };
  const webhook = { url: () => address.url, secret: webhookSecret };
  const { sdk, receiver, timers, idle } = await startTestStripe({ webhook });
  await sdk.customers.create();
  await timers.set();
  address.url = receiver.url;
  timers.run();
  await idle();
  expect(receiver.types()).toEqual(["customer.created"]);
});

it("the controls pause events and deliver them twice", async () => {
  const { sdk, receiver, controls, idle } = await startTestStripe();
  controls.pauseDelivery();
  for (const email of ["a", "b", "c"]) await sdk.customers.create({ email });
  expect(receiver.received).toEqual([]);
  controls.duplicate();
  controls.resumeDelivery();
  await idle();
  expect(emailsOf(receiver.received)).toEqual(["a", "b", "c", "a", "b", "c"]);
});

it("the control shuffle sorts paused events by random numbers", async () => {
  const numbers = [0.5, 0.9, 0.1];
  const { sdk, receiver, controls, idle } = await startTestStripe({ random: () => numbers.shift() ?? 0 });
  controls.pauseDelivery();
  for (const email of ["a", "b", "c"]) await sdk.customers.create({ email });
  controls.shuffle();
  controls.resumeDelivery();
  await idle();
  expect(emailsOf(receiver.received)).toEqual(["c", "a", "b"]);
});

it("the control deliverNow sends paused events at once, and later events stay paused", async () => {
  const { sdk, receiver, controls } = await startTestStripe();
  controls.pauseDelivery();
  await sdk.customers.create({ email: "early" });
  controls.deliverNow();
  await receiver.count(1);
  await sdk.customers.create({ email: "late" });
  expect(controls.state()).toMatchObject({ deliveryPaused: true, pending: [{ attempts: 0 }] });
  expect(receiver.received).toHaveLength(1);
});

it("the control dropNext loses a delivery, which deliverNow repeats", async () => {
  const { sdk, receiver, controls, timers, idle } = await startTestStripe();
  controls.pauseDelivery();
  for (const email of ["a", "b"]) await sdk.customers.create({ email });
  controls.dropNext(1);
  controls.resumeDelivery();
  await receiver.count(1);
  await timers.set();
  expect(emailsOf(receiver.received)).toEqual(["b"]);
  controls.deliverNow();
  await idle();
  expect(emailsOf(receiver.received)).toEqual(["b", "a"]);
});

it("the controls accept forms and JSON, and refuse calls from other sites", async () => {
  const { url, payOnce, receiver, idle, choose, openSession, lastCharges } = await startTestStripe();
  const { customer, intentId } = await payOnce();
  await idle();
  const index = await fetch(url);
  expect(index.headers.get("content-security-policy")).toContain("default-src 'none'");
  const page = await index.text();
  for (const text of ["customer@example.com", intentId, "checkout.session.completed", "Pause delivery"]) {
    expect(page).toContain(text);
  }
  const partial = await submit(`${url}/local-controls/refund`, { payment_intent: intentId, amount: "300" });
  expect([partial.status, partial.headers.get("location")]).toEqual([303, "/"]);
  await submit(`${url}/local-controls/refund`, { payment_intent: intentId, amount: "" });
  expect(await lastCharges(customer.id)).toMatchObject([{ amount_refunded: 999, refunded: true }]);
  const [event] = receiver.received;
  receiver.clear();
  await post(`${url}/local-controls/duplicate`, { event: event?.id ?? "" });
  await idle();
  expect(receiver.types()).toContain(event?.type);
  expect(await (await post(`${url}/local-controls/decline`, { on: true })).json()).toMatchObject({ declining: true });
  const session = await openSession(customer.id, "small", "once");
  expect(await (await choose(session, "pay")).text()).toContain("declined");
  expect((await post(`${url}/local-controls/nonsense`)).status).toBe(400);
  expect((await post(`${url}/local-controls/refund`, { payment_intent: "pi_none" })).status).toBe(400);
  const foreign = { method: "POST", headers: { origin: "http://evil.example" } };
  expect((await fetch(`${url}/local-controls/pause-delivery`, foreign)).status).toBe(403);
});

it("the page of the controls escapes HTML in the data of customers", async () => {
  const { sdk, url } = await startTestStripe();
  await sdk.customers.create({ email: '"><script>alert(1)</script>@example.com' });
  const page = await (await fetch(url)).text();
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;");
});
