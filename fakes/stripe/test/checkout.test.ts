import { expect, it } from "vitest";
import { startTestStripe, submit } from "./fixture.ts";

it("a paid checkout of a monthly plan creates an active subscription and sends its events", async () => {
  const { sdk, subscribe, receiver, idle } = await startTestStripe();
  const { customer, session, subscription } = await subscribe("medium");
  expect(subscription).toMatchObject({
    customer: customer.id,
    status: "active",
    metadata: { plan: "medium" },
    cancel_at_period_end: false,
    items: { data: [{ price: { lookup_key: "box_medium_monthly", unit_amount: 1999 } }] },
  });
  const complete = await sdk.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  expect(complete).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    amount_total: 1999,
    metadata: { user_id: "user-1" },
    subscription: { id: subscription.id },
  });
  await idle();
  const types = receiver.types();
  for (const type of [
    "customer.created",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "checkout.session.completed",
  ]) {
    expect(types, type).toContain(type);
  }
  const created = receiver.received.find(({ type }) => type === "customer.subscription.created");
  expect(created?.data.object).not.toHaveProperty("local");
});

it("a list of subscriptions can include the payments of the latest invoice", async () => {
  const { sdk, subscribe } = await startTestStripe();
  const { customer } = await subscribe("small");
  const { data } = await sdk.subscriptions.list({
    customer: customer.id,
    status: "all",
    expand: ["data.latest_invoice.payments"],
  });
  const [payment] = (typeof data[0]?.latest_invoice === "object" && data[0].latest_invoice?.payments?.data) || [];
  const { data: intents } = await sdk.paymentIntents.list({ customer: customer.id, expand: ["data.latest_charge"] });
  expect(intents).toMatchObject([{ amount: 999, status: "succeeded", latest_charge: { paid: true, refunded: false } }]);
  expect(payment).toMatchObject({ status: "paid", payment: { payment_intent: intents[0]?.id } });
  await expect(
    sdk.subscriptions.list({ expand: ["data.latest_invoice.payments.data.payment.payment_intent"] }),
  ).rejects.toThrow("more than 4 levels");
});

it("a checkout of a one-time price charges that price and redirects to the success URL", async () => {
  const { sdk, openSession, choose } = await startTestStripe();
  const customer = await sdk.customers.create();
  const session = await openSession(customer.id, "large", "once");
  const page = await fetch(session.url ?? "");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://localhost:5173");
  expect(await page.text()).toContain("$29.99");
  const paid = await choose(session, "pay");
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toBe(`http://localhost:5173/thanks?session_id=${session.id}`);
  const { data } = await sdk.paymentIntents.list({ customer: customer.id, expand: ["data.latest_charge"] });
  expect(data).toMatchObject([
    {
      amount: 2999,
      amount_received: 2999,
      status: "succeeded",
      metadata: { plan: "large" },
      latest_charge: { paid: true },
    },
  ]);
  const complete = await sdk.checkout.sessions.retrieve(session.id);
  expect(complete).toMatchObject({ payment_status: "paid", payment_intent: data[0]?.id, subscription: null });
});

it("a checkout charges once if the customer submits its page several times", async () => {
  const { sdk, openSession, choose, url, lastCharges } = await startTestStripe();
  const customer = await sdk.customers.create();
  const session = await openSession(customer.id, "small", "once");
  const answers = await Promise.all([1, 2, 3].map(() => choose(session, "pay")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 303]);
  const page = await fetch(`${url}/c/pay/${session.id}`);
  expect(await page.text()).toContain("This is already complete");
  expect(await lastCharges(customer.id)).toHaveLength(1);
});

it.each(["once", "monthly"] as const)(
  "a checkout stays open after a declined payment, and then accepts a payment (billing: %s)",
  async (billing) => {
    const { sdk, openSession, choose, receiver, idle } = await startTestStripe();
    const customer = await sdk.customers.create();
    const session = await openSession(customer.id, "small", billing);
    const declined = await choose(session, "decline");
    expect(declined.status).toBe(200);
    expect(await declined.text()).toContain("Your card was declined");
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "open",
      payment_status: "unpaid",
    });
    expect((await sdk.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    await choose(session, "pay");
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
    });
    await idle();
    expect(receiver.types()).toEqual(expect.arrayContaining(["charge.failed", "payment_intent.payment_failed"]));
  },
);

it.each([
  { billing: "once", fate: "succeed", event: "checkout.session.async_payment_succeeded", status: "paid" },
  { billing: "once", fate: "fail", event: "checkout.session.async_payment_failed", status: "unpaid" },
  { billing: "monthly", fate: "succeed", event: "checkout.session.async_payment_succeeded", status: "paid" },
  { billing: "monthly", fate: "fail", event: "checkout.session.async_payment_failed", status: "unpaid" },
] as const)(
  "a checkout with a bank debit sends $event (billing: $billing)",
  async ({ billing, fate, event, status }) => {
    const { sdk, openSession, choose, receiver, idle, url, moveTo } = await startTestStripe();
    const customer = await sdk.customers.create();
    const session = await openSession(customer.id, "small", billing);
    expect((await choose(session, "later")).status).toBe(303);
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
    await moveTo("2026-11-28T09:30:00Z");
    expect((await sdk.paymentIntents.list({ customer: customer.id })).data).toMatchObject([{ status: "processing" }]);
    await submit(`${url}/c/pay/${session.id}`, { action: fate });
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: status });
    await submit(`${url}/c/pay/${session.id}`, { action: fate });
    await idle();
    expect(receiver.types().filter((type) => type === event)).toHaveLength(1);
    const subscriptions = await sdk.subscriptions.list({ customer: customer.id, status: "all" });
    const expected = fate === "succeed" ? "active" : "incomplete_expired";
    expect(subscriptions.data.map((subscription) => subscription.status)).toEqual(billing === "once" ? [] : [expected]);
  },
);

it("a checkout session expires after a day, or on request", async () => {
  const { sdk, openSession, choose, moveTo, receiver, idle, url, lastCharges } = await startTestStripe();
  const customer = await sdk.customers.create();
  const [first, second] = [
    await openSession(customer.id, "small", "once"),
    await openSession(customer.id, "medium", "monthly"),
  ];
  expect(first.expires_at - first.created).toBe(86_400);
  expect(await sdk.checkout.sessions.expire(second.id)).toMatchObject({ status: "expired", url: null });
  await expect(sdk.checkout.sessions.expire(second.id)).rejects.toMatchObject({ statusCode: 400 });
  await moveTo("2026-11-22T09:29:59Z");
  expect(await sdk.checkout.sessions.retrieve(first.id)).toMatchObject({ status: "open" });
  await moveTo("2026-11-22T09:30:00Z");
  const late = await choose(first, "pay");
  expect(late.status).toBe(200);
  expect(await late.text()).toContain("This page has expired");
  expect(await lastCharges(customer.id)).toEqual([]);
  await idle();
  expect(receiver.types().filter((type) => type === "checkout.session.expired")).toHaveLength(2);
  expect(await (await fetch(`${url}/c/pay/${second.id}`)).text()).toContain("nothing was paid");
});

it("Stripe lists checkout sessions by customer and status, in pages", async () => {
  const { sdk, openSession, choose } = await startTestStripe();
  const [one, other] = [await sdk.customers.create(), await sdk.customers.create()];
  const sessions = [];
  for (const customer of [one, one, one, other]) sessions.push(await openSession(customer.id, "small", "once"));
  const [first, second, third] = sessions;
  if (!first || !second || !third) throw new Error("Too few sessions");
  await choose(second, "pay");
  const open = await sdk.checkout.sessions.list({ customer: one.id, status: "open" });
  expect(open.data.map(({ id }) => id)).toEqual([third.id, first.id]);
  const page = await sdk.checkout.sessions.list({ customer: one.id, limit: 2 });
  expect(page).toMatchObject({ has_more: true, data: [{ id: third.id }, { id: second.id }] });
  const next = await sdk.checkout.sessions.list({ customer: one.id, limit: 2, starting_after: second.id });
  expect(next).toMatchObject({ has_more: false, data: [{ id: first.id }] });
  const all = await sdk.checkout.sessions.list({ customer: one.id, limit: 1 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
});

it("Stripe refuses a checkout session with an unsuitable price or an unknown customer", async () => {
  const { sdk, priceOf } = await startTestStripe();
  const customer = await sdk.customers.create();
  const [monthly, once] = [await priceOf("small", "monthly"), await priceOf("small", "once")];
  const create = (mode: "payment" | "subscription", price: string, of = customer.id) =>
    sdk.checkout.sessions.create({ mode, customer: of, line_items: [{ price }], success_url: "http://localhost/" });
  await expect(create("payment", monthly.id)).rejects.toThrow("recurring price");
  await expect(create("subscription", once.id)).rejects.toThrow("at least one recurring price");
  await expect(create("payment", "price_none")).rejects.toMatchObject({
    statusCode: 400,
    code: "resource_missing",
    param: "line_items[0][price]",
  });
  await expect(create("payment", once.id, "cus_none")).rejects.toMatchObject({ param: "customer" });
});

it("a checkout refuses a payment that another site submits", async () => {
  const { sdk, openSession } = await startTestStripe();
  const session = await openSession((await sdk.customers.create()).id, "small", "once");
  const body = new URLSearchParams({ action: "pay" });
  const foreign = await fetch(session.url ?? "", { method: "POST", body, headers: { origin: "http://evil.example" } });
  expect(foreign.status).toBe(403);
  expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "open" });
});
