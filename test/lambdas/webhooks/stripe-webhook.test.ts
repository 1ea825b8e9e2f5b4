import { beforeEach, describe, expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import { Refusal } from "../../../domain/http/refusal.ts";
import { onHttp } from "../../../lambdas/http.ts";
import type { PaymentEvent, PaymentProvider } from "../../../lambdas/payments/payment-provider.ts";
import { receiveStripeEvent } from "../../../lambdas/webhooks/stripe-webhook.ts";
import { planChangingEvents } from "../../support/stripe-event-names.ts";
import { captureLog, logLines, logText } from "../support/capture-log.ts";
import { context, eventFor } from "../support/event.ts";
import { aRow, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly } from "../support/scripted-payment-provider.ts";

beforeEach(captureLog);

function webhook(event: Partial<PaymentEvent> = {}, overrides: Partial<PaymentProvider> = {}) {
  const world = createPlanWorld({ rows: [aRow()], billing: { recurring: [aMonthly({ status: "canceled" })] } });
  const read: unknown[] = [];
  const payments: PaymentProvider = {
    ...world.services.payments,
    readEvent: async (...given) => {
      read.push(given);
      return { id: "evt_1", type: "customer.subscription.deleted", customerId: "cus_1", ...event };
    },
    ...overrides,
  };
  const { bus, clock, subscriptions } = world.services;
  const handler = onHttp(routes, "stripe-webhook", receiveStripeEvent, {
    bus: () => bus,
    clock: () => clock,
    subscriptions: () => subscriptions,
    payments: () => payments,
  });
  const send = async (body: string, signature = "t=1,v1=abc", isBase64Encoded = false) => {
    const base = eventFor("stripe-webhook", { body, isBase64Encoded, claims: null });
    const { statusCode, body: text = "" } = await handler(
      { ...base, headers: { ...base.headers, ...(signature ? { "stripe-signature": signature } : {}) } },
      context,
    );
    return { status: statusCode, body: JSON.parse(text) };
  };
  return { ...world, read, send };
}

const received = { status: 200, body: { received: true } };

describe("a Stripe event", () => {
  test("causes a sync of its customer, and needs no access token", async () => {
    const { send, row } = webhook();
    expect(await send("{}")).toEqual(received);
    expect(row("asha")).toMatchObject({ plan_type: "free", active: false });
  });

  test("is acknowledged twice if it arrives twice, but causes one published change", async () => {
    const { send, told } = webhook();
    expect([await send("{}"), await send("{}")]).toEqual([received, received]);
    expect(told).toHaveLength(1);
  });

  test("reaches the check of its signature unchanged, even in base64", async () => {
    const body = '{ "id" : "evt_1",\n\t"name":"आशा" }';
    const { send, read } = webhook();
    await send(body, "t=7,v1=x");
    await send(Buffer.from(body).toString("base64"), "t=7,v1=x", true);
    expect(read).toEqual([
      [body, "t=7,v1=x"],
      [body, "t=7,v1=x"],
    ]);
  });

  test("reaches the check of its signature even if it is not JSON", async () => {
    const { send, read } = webhook();
    expect(await send("not JSON")).toEqual(received);
    expect(await send("")).toEqual(received);
    expect(read).toEqual([
      ["not JSON", "t=1,v1=abc"],
      ["", "t=1,v1=abc"],
    ]);
  });

  test("is accepted up to 512 KiB, and refused if it is larger", async () => {
    const { send, read } = webhook();
    expect(await send("x".repeat(512 * 1024))).toEqual(received);
    expect(await send("x".repeat(512 * 1024 + 1))).toMatchObject({ status: 413, body: { code: "body_too_large" } });
    expect(read).toHaveLength(1);
  });

  test.each(planChangingEvents)("of type %s causes a sync", async (type) => {
    const { send, row } = webhook({ type });
    expect(await send("{}")).toEqual(received);
    expect(row("asha")).toMatchObject({ plan_type: "free", active: false });
  });

  test.each(["customer.created", "customer.subscription", "invoice.paid.later", "plan.updated", "toString", ""])(
    "of type %j is acknowledged without a sync",
    async (type) => {
      const { send, reads, row } = webhook({ type });
      expect(await send("{}")).toEqual(received);
      expect([reads(), row("asha")]).toEqual([0, aRow()]);
    },
  );

  test("without a customer is acknowledged", async () => {
    const { send, reads } = webhook({ customerId: null });
    expect(await send("{}")).toEqual(received);
    expect(reads()).toBe(0);
  });

  test("of an unknown customer is acknowledged and logged", async () => {
    const { send, row } = webhook({ customerId: "cus_unknown" });
    expect(await send("{}")).toEqual(received);
    expect(row("asha")).toEqual(aRow());
    const about = { eventId: "evt_1", type: "customer.subscription.deleted" };
    expect(logLines()).toContainEqual(expect.objectContaining({ message: "event of an unknown customer", ...about }));
    expect(logText()).not.toContain("cus_unknown");
  });

  test.each([
    ["a paid checkout page", true, { type: "checkout.session.completed", settled: true as const }],
    ["a paid invoice", true, { type: "invoice.paid" }],
    ["an ended plan", false, { type: "customer.subscription.deleted" }],
    ["a checkout page with a pending payment", false, { type: "checkout.session.completed" }],
  ])("about %s of an unknown customer is logged as a payment: %s", async (_, counts, event) => {
    await webhook({ customerId: "cus_unknown", ...event }).send("{}");
    const messages = logLines().map((line) => Object(line).message);
    expect(messages.includes("payment of an unknown customer")).toBe(counts);
  });
});

describe("a Stripe event is not acknowledged", () => {
  test("if the check of its signature fails", async () => {
    const readEvent = () => Promise.reject(new Refusal("bad_signature", "The signature does not fit"));
    const { send, row, reads } = webhook({}, { readEvent });
    for (const signature of ["t=1,v1=abc", ""]) {
      expect(await send("{}", signature)).toMatchObject({ status: 400, body: { code: "bad_signature" } });
    }
    expect([row("asha"), reads()]).toEqual([aRow(), 0]);
  });

  test("while Stripe's API is unavailable", async () => {
    const billingOf = () => Promise.reject(new Refusal("payments_unavailable", "Later"));
    const { send, row } = webhook({}, { billingOf });
    expect(await send("{}")).toMatchObject({ status: 503, body: { code: "payments_unavailable" } });
    expect(row("asha")).toEqual(aRow());
  });

  test("if an unexpected error occurs, and the log omits the event's content", async () => {
    const billingOf = () => Promise.reject(new Error("The table is out of capacity"));
    const { send } = webhook({}, { billingOf });
    expect(await send('{"secret":"4242"}')).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(logText()).toContain("out of capacity");
    expect(logText()).not.toMatch(/4242|v1=abc/);
  });

  test("if another writer changes the row at each try", async () => {
    const { send, write, meanwhile } = webhook();
    for (let nth = 0; nth < 100; nth += 1) meanwhile.push(() => write("asha", {}));
    expect(await send("{}")).toMatchObject({ status: 500 });
  });
});
