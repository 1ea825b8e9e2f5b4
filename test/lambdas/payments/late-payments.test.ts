import { beforeEach, describe, expect, test } from "vitest";
import { metricLogLines } from "../../../domain/metrics.ts";
import type { PaidPlanType } from "../../../domain/plans/plan.ts";
import type { Billing } from "../../../domain/plans/price.ts";
import { submit, webhookSecret } from "../../../fakes/stripe/test/fixture.ts";
import { receiveStripeEvent } from "../../../lambdas/webhooks/stripe-webhook.ts";
import { failed, list, ok, secondPage, startScriptedStripe } from "../../support/stripe-server.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { caller } from "../support/plan-world.ts";
import { anIntent, anInvoice } from "../support/stripe-objects.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

/** The tests decide when the webhook receives Stripe's events. */
async function openWorld() {
  const world = await createStripeWorld();
  const { idle, receiver, services, sdk } = world;
  const receive = async (event: unknown) => {
    const rawBody = JSON.stringify(event);
    const signature = sdk.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret });
    const header = (name: string) => (name === "stripe-signature" ? signature : "");
    await receiveStripeEvent({ request: { method: "POST", path: "/", rawBody, sourceAddress: "", header } }, services);
  };
  const news = async () => {
    await idle();
    return receiver.received.splice(0);
  };
  const receiveAll = async () => {
    for (const event of await news()) await receive(event);
    return world.row();
  };
  const debit = async (plan: PaidPlanType, billing: Billing) => {
    const { url } = await world.choose(plan, billing);
    await submit(url, { action: "later" });
    await receiveAll();
    const [session] = (await sdk.checkout.sessions.list({ limit: 1 })).data;
    return (isPaid: boolean) => world.controls.finishPayment(session?.id ?? "", isPaid);
  };
  const deleteAccount = async () => {
    const row = world.row();
    if (!row) throw new Error("There is no row");
    await services.payments.closeCustomer(world.customer());
    await services.subscriptions.remove(row);
  };
  const refunds = async () => (await sdk.refunds.list()).data.map(({ amount }) => amount);
  const counted = () => logLines().some((line) => Object(line).message === metricLogLines.PaymentsOfUnknown.message);
  return { ...world, receive, news, receiveAll, debit, deleteAccount, refunds, counted };
}

describe.each(["once", "monthly"] as const)(
  "a bank debit (%s) that is in progress when the deletion of its account starts",
  (billing) => {
    test("is refunded in full if it succeeds, even if its events arrive in reverse order", async () => {
      const { debit, deleteAccount, news, receive, refunds, counted, moveTo } = await openWorld();
      const finish = await debit("pro", billing);
      await deleteAccount();
      await moveTo("01-05");
      await news();
      finish(true);
      const events = await news();
      for (const event of [...events.toReversed(), ...events]) await receive(event);
      expect(await refunds()).toEqual([1999]);
      expect(counted(), "the metric PaymentsOfUnknown").toBe(false);
    });

    test("is not refunded if it fails", async () => {
      const { debit, deleteAccount, receiveAll, refunds } = await openWorld();
      const finish = await debit("pro", billing);
      await deleteAccount();
      finish(false);
      await receiveAll();
      expect(await refunds()).toEqual([]);
    });

    test("is refunded if it succeeds before the deletion finishes", async () => {
      const { debit, services, customer, news, receive, refunds, row } = await openWorld();
      const finish = await debit("pro", billing);
      await services.payments.closeCustomer(customer());
      finish(true);
      for (const event of await news()) await receive(event);
      const left = row();
      if (left) await services.subscriptions.remove(left);
      expect(await refunds()).toEqual([1999]);
    });
  },
);

describe.each(["once", "monthly"] as const)(
  "a payment (%s) that succeeded before the account was deleted",
  (billing) => {
    test("is not refunded when its events arrive late and repeatedly", async () => {
      const { choose, deleteAccount, news, receive, refunds, services, customer, moveTo } = await openWorld();
      const { url } = await choose("pro", billing);
      await submit(url, { action: "pay", card: "works" });
      const events = await news();
      for (const event of events) await receive(event);
      const paying = customer();
      await deleteAccount();
      const later = await news();
      await moveTo("01-09");
      for (const event of [...events, ...later]) await receive(event);
      await services.payments.closeCustomer(paying);
      expect(await refunds()).toEqual([]);
    });
  },
);

describe("a payment of a customer that was deleted at Stripe", () => {
  test("starts the learner's month when the bank debit arrives", async () => {
    const { debit, choose, sdk, customer, receiveAll, moveTo, row, refunds } = await openWorld();
    const finish = await debit("pro", "once");
    const former = customer();
    await sdk.customers.del(former);
    await choose("plus", "monthly");
    await receiveAll();
    expect(row()).toMatchObject({ former_customer_ids: [former], pending: { plan_type: "pro", cents: 1999 } });
    await expect(choose("pro", "once")).rejects.toMatchObject({ code: "payment_pending" });
    await moveTo("01-05");
    finish(true);
    expect(await receiveAll()).toMatchObject({
      plan_type: "pro",
      active: true,
      start_date: "2027-01-05T00:00:00.000Z",
      end_date: "2027-02-05T00:00:00.000Z",
    });
    expect(customer()).not.toBe(former);
    expect(await refunds()).toEqual([]);
  });

  test("ends the learner's month when the payment is refunded", async () => {
    const { choose, customer, sdk, receiveAll, controls, paid } = await openWorld();
    const { url } = await choose("pro", "once");
    await submit(url, { action: "pay", card: "works" });
    await receiveAll();
    const [month] = await paid();
    await sdk.customers.del(customer());
    await choose("plus", "once");
    expect(await receiveAll()).toMatchObject({ plan_type: "pro", active: true });
    controls.refund(month?.id ?? "");
    expect(await receiveAll()).toMatchObject({ plan_type: "free", active: false });
  });

  test("is refunded if it arrives by bank debit after the plan has ended", async () => {
    const { debit, choose, sdk, customer, receiveAll, moveTo, refunds, row } = await openWorld();
    const finish = await debit("pro", "monthly");
    await sdk.customers.del(customer());
    await choose("plus", "once");
    await receiveAll();
    await moveTo("01-05");
    finish(true);
    await receiveAll();
    await receiveAll();
    expect(await refunds()).toEqual([1999]);
    expect(row()).toMatchObject({ user_id: caller.userId, active: false });
  });
});

describe("the payment provider", () => {
  const own = anIntent({ id: "pi_own", status: "processing" });
  const foreign = anIntent({ id: "pi_foreign", status: "processing", metadata: { order: "7" } });
  const foreignInvoice = { ...anInvoice("pi_foreign"), status: "open" };
  const gone = failed(404, { type: "invalid_request_error", code: "resource_missing" });

  test("does not mark processing payments for other products when it closes a customer", async () => {
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/customers/cus_1": ok({ id: "cus_1", object: "customer" }),
      "GET /v1/checkout/sessions": list(),
      "GET /v1/payment_intents": list(own, foreign),
      "GET /v1/invoices": list(foreignInvoice),
      "POST /v1/payment_intents/pi_own": ok(own),
      "GET /v1/subscriptions": list(),
      "DELETE /v1/customers/cus_1": ok({ id: "cus_1", deleted: true }),
    });
    await payments.closeCustomer("cus_1");
    expect(posts()).toEqual([
      ["POST /v1/payment_intents/pi_own", { "metadata[account_closed]": "true" }],
      ["DELETE /v1/customers/cus_1", {}],
    ]);
  });

  test("refunds no late payment for another product, or for a single month of an open account", async () => {
    const paid = { ...foreign, status: "succeeded" };
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/payment_intents": list(paid, { ...own, status: "succeeded" }),
      "GET /v1/invoices": list(),
    });
    expect(await payments.refundLate("cus_1")).toBe(false);
    expect(posts()).toEqual([]);
  });

  test("refunds a late payment on the second page of the customer's payments", async () => {
    const late = { ...own, status: "succeeded", metadata: { ...own.metadata, account_closed: "true" } };
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/payment_intents": secondPage(foreign, late),
      "GET /v1/invoices": list(),
      "POST /v1/refunds": ok({ id: "re_1", object: "refund" }),
    });
    expect(await payments.refundLate("cus_1")).toBe(true);
    expect(posts()).toMatchObject([["POST /v1/refunds", { payment_intent: "pi_own" }]]);
  });

  test("refunds no late payment if Stripe does not know the customer", async () => {
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/payment_intents": gone,
      "GET /v1/invoices": gone,
    });
    expect(await payments.refundLate("cus_1")).toBe(false);
    expect(posts()).toEqual([]);
  });
});
