import { request } from "node:http";
import { expect, it, vi } from "vitest";
import { apiKey, sdkFor, startTestStripe } from "./fixture.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("Stripe refuses a wrong or missing API key", async () => {
  const { url } = await startTestStripe();
  await expect(sdkFor(url, "sk_test_wrong").customers.list()).rejects.toMatchObject({
    type: "StripeAuthenticationError",
    statusCode: 401,
  });
  const without = await fetch(`${url}/v1/customers`);
  expect(without.status).toBe(401);
  expect(await without.json()).toMatchObject({ error: { type: "invalid_request_error" } });
});

it("Stripe refuses unknown paths, parameters, versions and ids", async () => {
  const { url, sdk } = await startTestStripe();
  const ask = async (path: string, headers = {}) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}`, ...headers } });
    return [response.status, await response.json()];
  };
  expect(await ask("/v1/coupons")).toMatchObject([
    404,
    { error: { message: expect.stringContaining("GET: /v1/coupons") } },
  ]);
  expect(await ask("/v1/customers?color=red")).toMatchObject([
    400,
    { error: { code: "parameter_unknown", param: "color" } },
  ]);
  expect(await ask("/v1/customers", { "stripe-version": "2020-08-27" })).toMatchObject([400, {}]);
  await expect(sdk.coupons.create({ percent_off: 10 })).rejects.toMatchObject({ statusCode: 404 });
  await expect(sdk.customers.create({ tax_exempt: "none" })).rejects.toMatchObject({ param: "tax_exempt" });
  await expect(sdk.customers.retrieve("cus_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    param: "id",
    message: "No such customer: 'cus_none'",
  });
  await expect(sdk.customers.list({ limit: 101 })).rejects.toMatchObject({ statusCode: 400, param: "limit" });
  await sdk.customers.create();
  await expect(sdk.customers.list({ expand: ["data.friends"] })).rejects.toThrow("cannot be expanded (data.friends)");
});

it("Stripe returns a request id and the API version with a response", async () => {
  const { sdk } = await startTestStripe();
  const customer = await sdk.customers.create({ email: "a@example.com" });
  expect(customer.lastResponse.requestId).toMatch(/^req_/);
  expect(customer.lastResponse.apiVersion).toBe("2026-10-28.endive");
});

it("Stripe returns the stored response to a repeated idempotency key, but not after 25 hours", async () => {
  const { sdk, clock } = await startTestStripe();
  const create = (email: string) => sdk.customers.create({ email }, { idempotencyKey: "customer-user-1" });
  const first = await create("a@example.com");
  const second = await create("a@example.com");
  expect(plain(second)).toEqual(plain(first));
  expect((await sdk.customers.list()).data).toHaveLength(1);
  await expect(create("b@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  await expect(sdk.products.create({ name: "Other" }, { idempotencyKey: "customer-user-1" })).rejects.toMatchObject({
    type: "StripeIdempotencyError",
  });
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000);
  expect((await create("b@example.com")).id).not.toBe(first.id);
});

it("Stripe stores a declined payment under its idempotency key, but not a refund of an unknown payment", async () => {
  const { sdk, subscribe, priceOf, controls } = await startTestStripe();
  const { subscription } = await subscribe("small");
  const items = [{ id: subscription.items.data[0]?.id ?? "", price: (await priceOf("medium", "monthly")).id }];
  const change = () =>
    sdk.subscriptions.update(
      subscription.id,
      { items, proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" },
      { idempotencyKey: "change-1" },
    );
  controls.setDeclining(true);
  await expect(change()).rejects.toMatchObject({ statusCode: 402 });
  controls.setDeclining(false);
  await expect(change()).rejects.toMatchObject({ statusCode: 402 });
  const refund = (payment_intent: string) => sdk.refunds.create({ payment_intent }, { idempotencyKey: "refund-1" });
  await expect(refund("pi_none")).rejects.toMatchObject({ code: "resource_missing" });
  const { data } = await sdk.paymentIntents.list();
  expect(await refund(data[0]?.id ?? "")).toMatchObject({ status: "succeeded" });
});

it("Stripe refuses an idempotency key while the first request with the key runs", async () => {
  const { sdk, url } = await startTestStripe();
  const idempotencyKey = "customer-user-1";
  const answered = Promise.withResolvers<number | undefined>();
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "content-type": "application/x-www-form-urlencoded",
    "idempotency-key": idempotencyKey,
    "transfer-encoding": "chunked",
  };
  const slow = request(`${url}/v1/customers`, { method: "POST", headers }, (response) => {
    response.resume();
    answered.resolve(response.statusCode);
  });
  slow.write("email=");
  const create = () => sdk.customers.create({ email: "a@example.com" }, { idempotencyKey });
  // The fake locks the key as soon as the headers of the slow first request arrive.
  await vi.waitFor(() => expect(create()).rejects.toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" }));
  slow.end("a%40example.com");
  expect(await answered.promise).toBe(200);
  expect(await create()).toMatchObject({ email: "a@example.com" });
  expect((await sdk.customers.list()).data).toHaveLength(1);
});

it("Stripe repeats a stored refusal for the same idempotency key, marked as replayed", async () => {
  const { sdk, payOnce } = await startTestStripe();
  const { intentId } = await payOnce();
  const refund = (key: string) => sdk.refunds.create({ payment_intent: intentId }, { idempotencyKey: key });
  await sdk.refunds.create({ payment_intent: intentId });
  const refused = { code: "charge_already_refunded" };
  await expect(refund("undo")).rejects.toMatchObject(refused);
  await expect(refund("undo")).rejects.toMatchObject({ ...refused, headers: { "idempotent-replayed": "true" } });
  await expect(refund("other")).rejects.not.toHaveProperty("headers.idempotent-replayed");
});

it("Stripe creates no default portal configuration, and a portal session must name its configuration", async () => {
  const { sdk, payOnce } = await startTestStripe();
  const { customer } = await payOnce();
  const made = await sdk.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } });
  expect(made.is_default).toBe(false);
  await expect(sdk.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject({ statusCode: 400 });
  const session = await sdk.billingPortal.sessions.create({ customer: customer.id, configuration: made.id });
  expect(session.configuration).toBe(made.id);
});

it("Stripe stores a customer's email and metadata", async () => {
  const { sdk } = await startTestStripe();
  const metadata = { user_id: "Ana & Co. [1]", "0": "zero" };
  const { id } = await sdk.customers.create({ email: "a@example.com", metadata });
  expect(await sdk.customers.retrieve(id)).toMatchObject({ email: "a@example.com", metadata });
});

it("an update of a payment's metadata adds new fields and removes emptied fields", async () => {
  const { sdk, payOnce } = await startTestStripe();
  const { intentId } = await payOnce("medium");
  const changed = await sdk.paymentIntents.update(intentId, { metadata: { paid_at: "now", plan: "" } });
  expect(plain(changed.metadata)).toEqual({ paid_at: "now" });
});

it("Stripe creates the configured prices only at the first start", async () => {
  const { sdk, state, url } = await startTestStripe();
  const lookup_keys = ["small", "medium", "large"].flatMap((plan) => [`box_${plan}_monthly`, `box_${plan}_once`]);
  const { data } = await sdk.prices.list({ lookup_keys, expand: ["data.product"] });
  expect(
    data
      .map(({ lookup_key, unit_amount, currency, type, recurring }) => [
        lookup_key,
        unit_amount,
        currency,
        type,
        recurring?.interval,
      ])
      .sort(),
  ).toEqual([
    ["box_large_monthly", 2999, "usd", "recurring", "month"],
    ["box_large_once", 2999, "usd", "one_time", undefined],
    ["box_medium_monthly", 1999, "usd", "recurring", "month"],
    ["box_medium_once", 1999, "usd", "one_time", undefined],
    ["box_small_monthly", 999, "usd", "recurring", "month"],
    ["box_small_once", 999, "usd", "one_time", undefined],
  ]);
  expect(data.find(({ lookup_key }) => lookup_key === "box_medium_once")?.product).toMatchObject({
    name: "Green medium box",
  });
  const again = await startTestStripe({ state });
  expect(again.url).not.toBe(url);
  expect((await again.sdk.prices.list({ limit: 100 })).data).toHaveLength(6);
  expect((await again.sdk.billingPortal.configurations.list()).data).toHaveLength(1);
});

it("Stripe creates products, prices, webhook endpoints and portal configurations", async () => {
  const { sdk } = await startTestStripe();
  const product = await sdk.products.create({ name: "Green small box", metadata: { plan: "small" } });
  const settings = { product: product.id, currency: "usd", unit_amount: 1099, lookup_key: "box_small_monthly" };
  await expect(sdk.prices.create({ ...settings, recurring: { interval: "month" } })).rejects.toThrow("lookup key");
  const price = await sdk.prices.create({ ...settings, recurring: { interval: "month" }, transfer_lookup_key: true });
  expect((await sdk.prices.list({ lookup_keys: ["box_small_monthly"] })).data).toMatchObject([{ id: price.id }]);
  expect((await sdk.prices.list({ limit: 100 })).data).toHaveLength(7);
  expect(await sdk.products.update(product.id, { name: "Small" })).toMatchObject({ name: "Small" });
  const endpoint = await sdk.webhookEndpoints.create({
    url: "https://api.example.com/webhooks/stripe",
    enabled_events: ["invoice.paid"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect((await sdk.webhookEndpoints.list()).data).toMatchObject([{ id: endpoint.id, status: "enabled" }]);
  const enabled_events = ["invoice.paid", "charge.refunded"] as const;
  const updated = await sdk.webhookEndpoints.update(endpoint.id, { enabled_events: [...enabled_events] });
  expect(updated.enabled_events).toEqual(enabled_events);
  expect(updated.secret).toBeUndefined();
  const configuration = await sdk.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      subscription_update: { enabled: false, trial_update_behavior: "continue_trial" },
    },
  });
  expect(configuration.features.subscription_update).toMatchObject({
    enabled: false,
    trial_update_behavior: "continue_trial",
  });
  const changed = await sdk.billingPortal.configurations.update(configuration.id, {
    features: { subscription_cancel: { enabled: false } },
  });
  expect(changed.features).toMatchObject({
    subscription_cancel: { enabled: false, mode: "at_period_end" },
    payment_method_update: { enabled: true },
  });
});
