import { beforeEach, describe, expect, test } from "vitest";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { captureLog } from "../support/capture-log.ts";
import { caller } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

type World = Awaited<ReturnType<typeof createStripeWorld>>;

async function creditAtStripe({ sdk, customer }: World): Promise<number> {
  const fetched = await sdk.customers.retrieve(customer());
  if (fetched.deleted) throw new Error("The customer was deleted");
  return 0 - fetched.balance;
}

async function downgraded() {
  const world = await createStripeWorld();
  await world.buy("premium", "monthly");
  await world.buy("plus", "monthly");
  const [payment] = await world.paid();
  if (!payment) throw new Error("A payment is needed");
  expect([payment.amount, await creditAtStripe(world)]).toEqual([2999, 2000]);
  return { ...world, payment: payment.id };
}

describe("a dispute of a payment that became credit", () => {
  test("ends the plan that renewed from the credit, and removes the remaining credit", async () => {
    const world = await downgraded();
    await world.moveTo("02-02");
    expect(await creditAtStripe(world)).toBe(1001);
    const dispute = world.controls.openDispute(world.payment);
    expect(await world.hear()).toMatchObject({ plan_type: "free", active: false });
    world.controls.closeDispute(dispute, "lost");
    const row = await world.hear();
    expect(row).not.toHaveProperty("credit_cents");
    expect(await world.plan()).toMatchObject({ status: "canceled" });
    expect(await creditAtStripe(world)).toBe(0);
    expect(await world.moveTo("03-05")).toMatchObject({ plan_type: "free", active: false });
  });

  test("removes the credit even after the learner's cancelled plan has ended", async () => {
    const world = await downgraded();
    await cancelPlan({ caller }, world.services);
    await world.moveTo("02-02");
    world.controls.openDispute(world.payment);
    await world.hear();
    expect(await creditAtStripe(world)).toBe(0);
    await world.buy("plus", "monthly");
    expect((await world.paid())[0]).toMatchObject({ amount: 999 });
  });

  test("restores the credit if the dispute is won", async () => {
    const world = await downgraded();
    await cancelPlan({ caller }, world.services);
    await world.moveTo("02-02");
    const dispute = world.controls.openDispute(world.payment);
    await world.hear();
    world.controls.closeDispute(dispute, "won");
    expect(await world.hear()).toMatchObject({ credit_cents: 2000 });
    expect(await creditAtStripe(world)).toBe(2000);
  });

  test("does not end a plan that renewed with another payment", async () => {
    const world = await downgraded();
    await world.buy("premium", "monthly");
    expect(await creditAtStripe(world)).toBe(0);
    await world.moveTo("02-02");
    expect(await world.row()).toMatchObject({ plan_type: "premium" });
    world.controls.openDispute(world.payment);
    // The disputed payment paid for January, which is over. A second payment by card paid for February.
    expect(await world.hear()).toMatchObject({ plan_type: "premium", active: true });
  });
});

describe("a refund of a payment", () => {
  test("reduces the credit that came from the payment by the refunded amount", async () => {
    const world = await downgraded();
    await world.moveTo("01-02");
    world.controls.refund(world.payment, 500);
    expect(await world.hear()).toMatchObject({ plan_type: "plus", active: true, credit_cents: 1500 });
    expect(await creditAtStripe(world)).toBe(1500);
  });

  test("does not end a plan that renewed with another payment", async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "monthly");
    await world.moveTo("02-02");
    const first = (await world.paid()).at(-1);
    world.controls.refund(first?.id ?? "");
    expect(await world.hear()).toMatchObject({ plan_type: "plus", active: true, end_date: "2027-03-01T00:00:00.000Z" });
  });
});

describe("a partial refund", () => {
  test("of all but one cent ends the plan, and the last cent is refunded too", async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "monthly");
    const [payment] = await world.paid();
    world.controls.refund(payment?.id ?? "", 998);
    expect(await world.hear()).toMatchObject({ plan_type: "free", active: false });
    const [charge] = await world.lastCharges(world.customer());
    expect(charge).toMatchObject({ amount_refunded: 999 });
  });

  test("of almost half the price does not end the plan", async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "monthly");
    const [payment] = await world.paid();
    world.controls.refund(payment?.id ?? "", 499);
    expect(await world.hear()).toMatchObject({ plan_type: "plus", active: true });
  });

  test("of more than half the price of a single month ends the month, and the rest is refunded too", async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "once");
    const [payment] = await world.paid();
    world.controls.refund(payment?.id ?? "", 500);
    expect(await world.hear()).toMatchObject({ plan_type: "free", active: false });
    const [charge] = await world.lastCharges(world.customer());
    expect(charge).toMatchObject({ amount_refunded: 999 });
  });
});
