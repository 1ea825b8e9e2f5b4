import { describe, expect, test } from "vitest";
import { receiveStripeEvent } from "../../../lambdas/webhooks/stripe-webhook.ts";
import { submit, webhookSecret } from "../../support/stripe-fixture.ts";
import { stripeWorld } from "../support/stripe-world.ts";

/** A learner who has begun to pay by bank debit on the 1st of January, with the webhook of the product. */
async function debited(billing: "once" | "monthly") {
  const world = await stripeWorld();
  const { choose, hear, idle, receiver, services, sdk } = world;
  const { url } = await choose("plus", billing);
  await submit(url, { action: "later" });
  await hear();
  const [session] = (await sdk.checkout.sessions.list({ limit: 1 })).data;
  /** Hands what Stripe has sent to the webhook, each event signed anew. */
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

describe("a month that is paid by bank debit", () => {
  test("is told as pending, and gives nothing yet", async () => {
    const { row } = await debited("once");
    expect(row()).toMatchObject({ plan_type: "free", active: false, end_date: null });
    expect(row()?.pending).toEqual({ plan_type: "plus", billing: "once", since: "2027-01-01T00:00:00.000Z" });
  });

  test("begins when the money arrives, and not when the debit began", async () => {
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

  test("is over, and can be bought again, if the bank does not pay", async () => {
    const { finish, receiveAll, choose } = await debited("once");
    finish(false);
    const row = await receiveAll();
    expect(row).toMatchObject({ plan_type: "free", active: false });
    expect(row).not.toHaveProperty("pending");
    expect(await choose("plus", "once")).toHaveProperty("outcome", "pay");
  });
});

describe.each(["once", "monthly"] as const)("while a bank pays for Plus (%s)", (billing) => {
  test("the same is not sold again, and another plan is", async () => {
    const { choose, sdk } = await debited(billing);
    await expect(choose("plus", billing)).rejects.toMatchObject({ code: "payment_pending" });
    expect((await sdk.checkout.sessions.list({ limit: 10 })).data).toHaveLength(1);
    expect(await choose("pro", "once")).toHaveProperty("outcome", "pay");
  });
});
