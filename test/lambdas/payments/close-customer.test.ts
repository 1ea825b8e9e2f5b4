import { describe, expect, test } from "vitest";
import { webhookSecret } from "../../../fakes/stripe/test/fixture.ts";
import { createStripePaymentProvider } from "../../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { startParlanceStripe } from "../../support/stripe-fixture.ts";
import { failed, list, ok, secondPage, startScriptedStripe } from "../../support/stripe-server.ts";
import { aRow, createPlanWorld } from "../support/plan-world.ts";
import { aSubscription } from "../support/stripe-objects.ts";

const customer = { id: "cus_1", object: "customer" };
const gone = failed(404, { type: "invalid_request_error", code: "resource_missing" });

async function openProvider() {
  const stripe = await startParlanceStripe();
  return { ...stripe, payments: createStripePaymentProvider(async () => ({ stripe: stripe.sdk, webhookSecret })) };
}

describe("closing a customer", () => {
  test("ends a recurring plan at once without a refund or another charge", async () => {
    const { payments, sdk, subscribe, clock, settle } = await openProvider();
    const { customer: paying, subscription } = await subscribe("pro");
    await payments.closeCustomer(paying.id);
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
    expect(await sdk.customers.retrieve(paying.id)).toMatchObject({ deleted: true });
    expect((await sdk.refunds.list()).data).toEqual([]);
    clock.now = new Date("2027-06-01T00:00:00Z");
    await settle();
    expect((await sdk.invoices.list({ customer: paying.id })).data).toHaveLength(1);
  });

  test("does not refund the payment of a single month, and expires the open checkout page", async () => {
    const { payments, sdk, payOnce, openSession, choose } = await openProvider();
    const { customer: paying, intentId } = await payOnce();
    const session = await openSession(paying.id, "pro", "once");
    await payments.closeCustomer(paying.id);
    expect(await sdk.paymentIntents.retrieve(intentId)).toMatchObject({ status: "succeeded" });
    expect((await sdk.refunds.list()).data).toEqual([]);
    await choose(session, "pay");
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "expired" });
  });

  test("expires each of twelve checkout pages", async () => {
    const { payments, sdk, openSession } = await openProvider();
    const { id } = await sdk.customers.create({ email: "learner@example.com" });
    for (let nth = 0; nth < 12; nth += 1) await openSession(id, "pro", "once");
    const statuses = async () => {
      const { data } = await sdk.checkout.sessions.list({ limit: 100 });
      return Map.groupBy(data, ({ status }) => status);
    };
    expect((await statuses()).get("open")).toHaveLength(12);
    await payments.closeCustomer(id);
    expect([...(await statuses()).keys()]).toEqual(["expired"]);
  });

  test("succeeds if it is repeated or the provider does not know the customer", async () => {
    const { payments, subscribe } = await openProvider();
    const { customer: paying } = await subscribe();
    for (const id of [paying.id, paying.id, "cus_nobody"]) await payments.closeCustomer(id);
  });

  test("does not end the plan of another customer", async () => {
    const { payments, sdk, subscribe } = await openProvider();
    const [one, other] = [await subscribe(), await subscribe()];
    await payments.closeCustomer(one.customer.id);
    expect(await sdk.subscriptions.retrieve(other.subscription.id)).toMatchObject({ status: "active" });
  });

  test("expires the checkout page, then ends the subscription, then deletes the customer", async () => {
    const calls = {
      "GET /v1/customers/cus_1": ok(customer),
      "GET /v1/checkout/sessions": list({ id: "cs_1", status: "open" }),
      "POST /v1/checkout/sessions/cs_1/expire": ok({ id: "cs_1" }),
      "GET /v1/subscriptions": list(
        aSubscription(),
        aSubscription({ id: "sub_old", status: "canceled" }),
        aSubscription({ id: "sub_unpaid", status: "incomplete_expired" }),
      ),
      "DELETE /v1/subscriptions/sub_1": ok(aSubscription({ status: "canceled" })),
      "DELETE /v1/customers/cus_1": ok({ ...customer, deleted: true }),
    };
    const { payments, posts } = await startScriptedStripe(calls);
    await payments.closeCustomer("cus_1");
    expect(posts()).toEqual([
      ["POST /v1/checkout/sessions/cs_1/expire", {}],
      ["DELETE /v1/subscriptions/sub_1", { prorate: "false" }],
      ["DELETE /v1/customers/cus_1", {}],
    ]);
  });

  test("expires the checkout pages on both pages of Stripe's list", async () => {
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/customers/cus_1": ok(customer),
      "GET /v1/checkout/sessions": secondPage({ id: "cs_2" }, { id: "cs_1" }),
      "POST /v1/checkout/sessions/cs_2/expire": ok({ id: "cs_2", status: "expired" }),
      "POST /v1/checkout/sessions/cs_1/expire": ok({ id: "cs_1", status: "expired" }),
      "GET /v1/subscriptions": list(),
      "DELETE /v1/customers/cus_1": ok({ ...customer, deleted: true }),
    });
    await payments.closeCustomer("cus_1");
    const calls = posts().map(([call]) => call);
    expect(calls.slice(0, 2).toSorted()).toEqual([
      "POST /v1/checkout/sessions/cs_1/expire",
      "POST /v1/checkout/sessions/cs_2/expire",
    ]);
    expect(calls.slice(2)).toEqual(["DELETE /v1/customers/cus_1"]);
  });

  test("ends a subscription on the second page of the customer's subscriptions", async () => {
    const { payments, posts } = await startScriptedStripe({
      "GET /v1/customers/cus_1": ok(customer),
      "GET /v1/checkout/sessions": list(),
      "GET /v1/subscriptions": secondPage(aSubscription({ id: "sub_old", status: "canceled" }), aSubscription()),
      "DELETE /v1/subscriptions/sub_1": ok(aSubscription({ status: "canceled" })),
      "DELETE /v1/customers/cus_1": ok({ ...customer, deleted: true }),
    });
    await payments.closeCustomer("cus_1");
    expect(posts().map(([call]) => call)).toEqual(["DELETE /v1/subscriptions/sub_1", "DELETE /v1/customers/cus_1"]);
  });

  test.each(["GET /v1/checkout/sessions", "GET /v1/subscriptions", "DELETE /v1/subscriptions/sub_1"])(
    "does not delete the customer if %s fails",
    async (failing) => {
      const { payments, posts } = await startScriptedStripe({
        "GET /v1/customers/cus_1": ok(customer),
        "GET /v1/checkout/sessions": list(),
        "GET /v1/subscriptions": list(aSubscription()),
        "GET /v1/subscriptions/sub_1": ok(aSubscription()),
        [failing]: failed(500, { type: "api_error" }),
      });
      await expect(payments.closeCustomer("cus_1")).rejects.toMatchObject({ code: "payments_unavailable" });
      expect(posts().map(([call]) => call)).not.toContain("DELETE /v1/customers/cus_1");
    },
  );

  test("succeeds if the customer is deleted before or during the call", async () => {
    const deleted = await startScriptedStripe({ "GET /v1/customers/cus_1": ok({ ...customer, deleted: true }) });
    await deleted.payments.closeCustomer("cus_1");
    expect(deleted.posts()).toEqual([]);
    const racing = await startScriptedStripe({
      "GET /v1/customers/cus_1": ok(customer),
      "GET /v1/checkout/sessions": list(),
      "GET /v1/subscriptions": list(),
      "DELETE /v1/customers/cus_1": gone,
    });
    await racing.payments.closeCustomer("cus_1");
  });
});

describe("a sync of a customer", () => {
  test("does not create a missing row", async () => {
    const { services, row } = createPlanWorld();
    expect(await syncSubscription("cus_1", services)).toBeNull();
    expect(row("asha")).toBeNull();
  });

  test("does not restore a row that is removed in the meantime", async () => {
    const { services, row, meanwhile, remove } = createPlanWorld({ rows: [aRow()] });
    meanwhile.push(() => remove("asha"));
    expect(await syncSubscription("cus_1", services)).toBeNull();
    expect(row("asha")).toBeNull();
  });
});
