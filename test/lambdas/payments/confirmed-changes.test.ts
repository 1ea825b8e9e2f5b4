import { describe, expect, test } from "vitest";
import { submit } from "../../../fakes/stripe/test/fixture.ts";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { openCustomerPortal } from "../../../lambdas/api/customer-portal.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { caller } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

async function asking() {
  const world = await createStripeWorld();
  const { choose, hear } = world;
  const { url } = await choose("plus", "monthly");
  await submit(url, { action: "confirm", card: "asks" });
  expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
  const bills = async () => (await world.sdk.invoices.list({ customer: world.customer(), limit: 100 })).data;
  return { ...world, bills };
}

describe("a change of plan that the cardholder has to confirm", () => {
  test("returns the URL of the invoice, and takes effect after the invoice is paid", async () => {
    const { choose, hear, row, paid } = await asking();
    const { outcome, url } = await choose("pro", "monthly");
    expect(outcome).toBe("confirm");
    expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
    expect(await paid()).toHaveLength(2);
    await submit(url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "pro", active: true });
    expect(row()).not.toHaveProperty("renewal_failed");
  });

  test("does not take effect if the cardholder refuses it, and can be chosen again", async () => {
    const { choose, hear, bills } = await asking();
    const first = await choose("pro", "monthly");
    await submit(first.url, { action: "refuse" });
    expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
    expect(await choose("pro", "monthly")).toEqual(first);
    expect(await bills()).toHaveLength(2);
    await submit(first.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "pro" });
  });

  test("is replaced if another plan is chosen, and its invoice is voided", async () => {
    const { choose, hear, bills } = await asking();
    const first = await choose("pro", "monthly");
    const second = await choose("premium", "monthly");
    expect(second.outcome).toBe("confirm");
    expect((await bills()).map(({ status }) => status)).toEqual(["open", "void", "paid"]);
    await submit(first.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "plus" });
    await submit(second.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "premium" });
  });

  test("is cancelled if the cardholder does not confirm it in time", async () => {
    const { choose, moveTo, bills } = await asking();
    await choose("pro", "monthly");
    expect(await moveTo("01-03")).toMatchObject({ plan_type: "plus", active: true });
    expect((await bills()).map(({ status }) => status)).toEqual(["void", "paid"]);
    expect(await choose("pro", "monthly")).toHaveProperty("outcome", "confirm");
  });

  test("can be followed by a cheaper plan without a confirmation", async () => {
    const { choose, hear, buy } = await asking();
    await submit((await choose("premium", "monthly")).url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "premium" });
    expect(await buy("plus", "monthly")).toMatchObject({ plan_type: "plus" });
  });
});

describe("a change that the cardholder has to confirm, for a learner who cancels the plan", () => {
  const cancelInApp = async ({ services, hear }: Awaited<ReturnType<typeof asking>>) => {
    await cancelPlan({ caller }, services);
    await hear();
  };
  const cancelInPortal = async ({ services, plan, hear }: Awaited<ReturnType<typeof asking>>) => {
    const { url } = await openCustomerPortal({ caller, body: { returnUrl: "https://app.example/" } }, services);
    await submit(url, { action: "cancel", subscription: (await plan()).id });
    await hear();
  };

  test.each([
    ["in the app", cancelInApp],
    ["in the portal", cancelInPortal],
  ])("resumes a plan that was cancelled %s, but only after the invoice is paid", async (_, cancel) => {
    const world = await asking();
    await cancel(world);
    const { url } = await world.choose("pro", "monthly");
    expect(await world.hear()).toMatchObject({ plan_type: "plus", active: false });
    await submit(url, { action: "confirm" });
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: true });
    expect(await world.plan()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  test("leaves the plan cancelled if the cardholder refuses the payment", async () => {
    const world = await asking();
    await cancelInApp(world);
    const { url } = await world.choose("pro", "monthly");
    await submit(url, { action: "refuse" });
    expect(await world.moveTo("01-03")).toMatchObject({ plan_type: "plus", active: false });
    expect(await world.moveTo("02-02")).toMatchObject({ plan_type: "free" });
  });

  test("resumes the plan only once, even if two syncs run at the same time", async () => {
    const world = await asking();
    const { services, customer, row, plan } = world;
    await cancelInApp(world);
    await submit((await world.choose("pro", "monthly")).url, { action: "confirm" });
    const { id } = await plan();
    await Promise.all([syncSubscription(customer(), services), syncSubscription(customer(), services)]);
    expect(row()).toMatchObject({ plan_type: "pro", active: true });
    await cancelInApp(world);
    await syncSubscription(customer(), services);
    // A sync that read the former cancellation may make this call late.
    await services.payments.resumeChanged(id);
    await syncSubscription(customer(), services);
    expect(row()).toMatchObject({ plan_type: "pro", active: false });
  });

  test("does not resume a cancelled plan if the learner cancels it again after the confirmation", async () => {
    const world = await asking();
    await cancelInApp(world);
    await submit((await world.choose("pro", "monthly")).url, { action: "confirm" });
    await cancelInApp(world);
    expect(world.row()).toMatchObject({ plan_type: "pro", active: false });
  });

  test("leaves the plan cancelled if the learner cancels it between the choice and the confirmation", async () => {
    const world = await asking();
    const { url } = await world.choose("pro", "monthly");
    await cancelInApp(world);
    await submit(url, { action: "confirm" });
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: false });
  });

  test("leads to a refund of a single month that was bought before the confirmation", async () => {
    const world = await asking();
    await cancelInApp(world);
    const { url } = await world.choose("pro", "monthly");
    expect(await world.buy("premium", "once")).toMatchObject({
      stages: [{ plan_type: "plus" }, { plan_type: "premium" }],
    });
    await submit(url, { action: "confirm" });
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: true, given_back: { cents: 2999 } });
    expect((await world.sdk.refunds.list()).data.map(({ amount }) => amount)).toEqual([2999]);
  });

  test("gets a new invoice if the same plan is chosen again after the cancellation", async () => {
    const world = await asking();
    const first = await world.choose("pro", "monthly");
    await cancelInApp(world);
    const second = await world.choose("pro", "monthly");
    expect(await world.choose("pro", "monthly")).toEqual(second);
    expect((await world.bills()).map(({ status }) => status)).toEqual(["open", "void", "paid"]);
    await submit(first.url, { action: "confirm" });
    expect(await world.hear()).toMatchObject({ plan_type: "plus", active: false });
    await submit(second.url, { action: "confirm" });
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: true });
  });
});
