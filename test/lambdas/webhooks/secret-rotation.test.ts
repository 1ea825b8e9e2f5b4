import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import { onHttp } from "../../../lambdas/http.ts";
import { receiveStripeEvent } from "../../../lambdas/webhooks/stripe-webhook.ts";
import { captureLog } from "../support/capture-log.ts";
import { context, eventFor } from "../support/event.ts";
import { createPlanWorld } from "../support/plan-world.ts";
import { createKeyedPayments } from "../support/stripe-keys.ts";

beforeEach(captureLog);

const body = JSON.stringify({ id: "evt_1", created: 1, type: "customer.created", data: { object: { id: "cus_1" } } });
const signedWith = (secret: string) =>
  new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload: body, secret });

async function webhook() {
  const keys = await createKeyedPayments("sk_test_old");
  const { bus, clock, subscriptions } = createPlanWorld().services;
  const handler = onHttp(routes, "stripe-webhook", receiveStripeEvent, {
    bus: () => bus,
    clock: () => clock,
    subscriptions: () => subscriptions,
    payments: () => keys.payments,
  });
  const send = async (secret: string) => {
    const base = eventFor("stripe-webhook", { body, claims: null });
    const headers = { ...base.headers, "stripe-signature": signedWith(secret) };
    return (await handler({ ...base, headers }, context)).statusCode;
  };
  return { ...keys, send };
}

test("the webhook accepts the new secret a minute after the rotation, and then refuses the old secret", async () => {
  const { send, keep, time } = await webhook();
  expect(await send("whsec_old")).toBe(200);
  await keep("sk_test_old", "whsec_new");
  time.ms += 60_000;
  expect(await send("whsec_new")).toBe(200);
  expect(await send("whsec_old")).toBe(400);
});

test("the webhook refuses the old secret five minutes after the rotation", async () => {
  const { send, keep, time } = await webhook();
  expect(await send("whsec_old")).toBe(200);
  await keep("sk_test_old", "whsec_new");
  time.ms += 5 * 60_000;
  expect(await send("whsec_old")).toBe(400);
  expect(await send("whsec_new")).toBe(200);
});

test("the webhook accepts an event after 100 forged events in ten seconds, and reads the secret at most twice", async () => {
  const { send, readings, time } = await webhook();
  expect(await send("whsec_old")).toBe(200);
  for (let nth = 0; nth < 100; nth += 1) {
    time.ms += 100;
    expect(await send("whsec_forged")).toBe(400);
  }
  expect(await send("whsec_old")).toBe(200);
  expect(readings()).toBeLessThanOrEqual(2);
});
