import { describe, expect, test } from "vitest";
import { itemOf, submit, webhookSecret } from "../../../fakes/stripe/test/fixture.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { receiveStripeEvent } from "../../../lambdas/webhooks/stripe-webhook.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

async function debited(billing: "once" | "monthly") {
  const world = await createStripeWorld();
  const { choose, hear, idle, receiver, services, sdk } = world;
  const { url } = await choose("plus", billing);
  await submit(url, { action: "later" });
  await hear();
  const [session] = (await sdk.checkout.sessions.list({ limit: 1 })).data;
  const receiveAll = async () => {
    await idle();
    for (const event of receiver.received.splice(0)) {
      const rawBody = JSON.stringify(event);
      const signature = sdk.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret });
      const header = (name: string) => (name === "stripe-signature" ? signature : "");
      await receiveStripeEvent(
        { request: { method: "POST", path: "/", rawBody, sourceAddress: "", header } },
        services,
      );
    }
    return world.row();
  };
  const finish = (isPaid: boolean) => world.controls.finishPayment(session?.id ?? "", isPaid);
  return { ...world, receiveAll, finish };
}

describe("a month paid by bank debit", () => {
  test("is stored as pending without access", async () => {
    const { row } = await debited("once");
    expect(row()).toMatchObject({ plan_type: "free", active: false, end_date: null });
    expect(row()?.pending).toEqual({
      plan_type: "plus",
      billing: "once",
      since: "2027-01-01T00:00:00.000Z",
      cents: 999,
    });
  });

  test("starts when the money arrives", async () => {
    const { moveTo, finish, receiveAll, services, customer } = await debited("once");
    await moveTo("01-05");
    finish(true);
    const row = await receiveAll();
    expect(row).toMatchObject({
      plan_type: "plus",
      active: true,
      start_date: "2027-01-05T00:00:00.000Z",
      end_date: "2027-02-05T00:00:00.000Z",
    });
    expect(row).not.toHaveProperty("pending");
    expect(await services.payments.billingOf(customer())).toMatchObject({
      single: [{ paidAt: "2027-01-05T00:00:00.000Z" }],
      pending: [],
    });
  });

  test("is removed from the row and can be bought again if the bank does not pay", async () => {
    const { finish, receiveAll, choose } = await debited("once");
    finish(false);
    const row = await receiveAll();
    expect(row).toMatchObject({ plan_type: "free", active: false });
    expect(row).not.toHaveProperty("pending");
    expect(await choose("plus", "once")).toHaveProperty("outcome", "pay");
  });
});

describe("a monthly plan paid by bank debit", () => {
  const arrived = async () => {
    const world = await debited("monthly");
    await world.moveTo("01-06");
    world.finish(true);
    return { ...world, row: await world.receiveAll() };
  };
  const whole = { plan_type: "plus", active: true, end_date: "2027-02-06T00:00:00.000Z" };

  test("lasts a whole month from the day on which the money arrives", async () => {
    const { row, sdk, customer, paid, plan } = await arrived();
    expect(row).toMatchObject(whole);
    expect(row).not.toHaveProperty("credit_cents");
    expect(row).toMatchObject({ last_paid: { cents: 999, at: "2027-01-06T00:00:00.000Z" } });
    expect((await paid()).map(({ amount }) => amount)).toEqual([999]);
    expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: 0 });
    expect(itemOf(await plan())).toMatchObject({ current_period_start: Date.UTC(2027, 0, 6) / 1000 });
  });

  test("renews a month after the day on which the money arrives", async () => {
    const { moveTo, paid } = await arrived();
    expect(await moveTo("02-05")).toMatchObject(whole);
    expect(await moveTo("02-07")).toMatchObject({ plan_type: "plus", end_date: "2027-03-06T00:00:00.000Z" });
    expect((await paid()).map(({ amount }) => amount)).toEqual([999, 999]);
  });

  test("starts once if three syncs find the arrived money before any of them starts the plan", async () => {
    const { moveTo, finish, services, customer, sdk, row } = await debited("monthly");
    await moveTo("01-06");
    finish(true);
    const allFound = Promise.withResolvers<void>();
    const create = sdk.customers.createBalanceTransaction.bind(sdk.customers);
    let calls = 0;
    sdk.customers.createBalanceTransaction = async (...given) => {
      calls += 1;
      if (calls === 3) allFound.resolve();
      await allFound.promise;
      return create(...given);
    };
    await Promise.all([1, 2, 3].map(() => syncSubscription(customer(), services)));
    expect(row()).toMatchObject(whole);
    expect((await sdk.customers.listBalanceTransactions(customer())).data.map(({ amount }) => amount)).toEqual([
      999, -999,
    ]);
  });

  test("does not start again if three syncs run at the same time after the start", async () => {
    const { services, customer, sdk, moveTo } = await arrived();
    await moveTo("01-08");
    await Promise.all([1, 2, 3].map(() => syncSubscription(customer(), services)));
    expect((await sdk.customers.listBalanceTransactions(customer())).data.map(({ amount }) => amount)).toEqual([
      999, -999,
    ]);
  });

  // A new period would make Stripe charge the amount that the customer owes.
  test("keeps the period that starts with the purchase if the customer owes money", async () => {
    const { moveTo, finish, receiveAll, sdk, customer, paid } = await debited("monthly");
    await sdk.customers.createBalanceTransaction(customer(), { amount: 500, currency: "usd" });
    await moveTo("01-06");
    finish(true);
    expect(await receiveAll()).toMatchObject({ plan_type: "plus", active: true, end_date: "2027-02-01T00:00:00.000Z" });
    expect((await paid()).map(({ amount }) => amount)).toEqual([999]);
    expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: 500 });
  });

  test("starts on the second sync if the first sync failed halfway", async () => {
    const { moveTo, finish, idle, receiver, services, customer, sdk, paid } = await debited("monthly");
    await moveTo("01-06");
    finish(true);
    await idle();
    receiver.received.splice(0);
    const { update } = sdk.subscriptions;
    sdk.subscriptions.update = () => Promise.reject(new Error("The connection was lost"));
    await expect(syncSubscription(customer(), services)).rejects.toThrow("The connection was lost");
    sdk.subscriptions.update = update;
    expect(await syncSubscription(customer(), services)).toMatchObject(whole);
    expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: 0 });
    expect(await paid()).toHaveLength(1);
  });

  test("ends without credit when its payment is refunded", async () => {
    const { controls, paid, receiveAll, sdk, customer } = await arrived();
    controls.refund((await paid())[0]?.id ?? "");
    expect(await receiveAll()).toMatchObject({ plan_type: "free", active: false });
    expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: 0 });
  });

  test("differs from a plan paid by card, whose period starts with the purchase", async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "monthly");
    expect(await world.moveTo("01-06")).toMatchObject({ end_date: "2027-02-01T00:00:00.000Z" });
    expect((await world.sdk.customers.listBalanceTransactions(world.customer())).data).toEqual([]);
  });
});

describe.each(["once", "monthly"] as const)("a bank debit in progress for Plus (%s)", (billing) => {
  test("prevents a repeat of its purchase, and allows a purchase of Pro", async () => {
    const { choose, sdk } = await debited(billing);
    await expect(choose("plus", billing)).rejects.toMatchObject({
      code: "payment_pending",
      message: "Your bank payment for this plan has not arrived yet.",
    });
    expect((await sdk.checkout.sessions.list({ limit: 10 })).data).toHaveLength(1);
    expect(await choose("pro", "once")).toHaveProperty("outcome", "pay");
  });
});
