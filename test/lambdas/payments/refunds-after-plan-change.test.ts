import { beforeEach, describe, expect, test } from "vitest";
import { captureLog } from "../support/capture-log.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

async function changedLate() {
  const world = await createStripeWorld();
  await world.buy("plus", "monthly");
  await world.moveTo("01-30");
  await world.buy("pro", "monthly");
  const [difference, first] = await world.paid();
  if (!difference || !first) throw new Error("Two payments are needed");
  expect([first.amount, difference.amount]).toEqual([999, 65]);
  return { ...world, first: first.id, difference: difference.id };
}

const refunded = async ({ paid, sdk }: Awaited<ReturnType<typeof createStripeWorld>>) => {
  const charges = await Promise.all(
    (await paid()).map(({ latest_charge }) => sdk.charges.retrieve(String(latest_charge))),
  );
  return charges.map((charge) => charge.refunded);
};

describe("a plan that was changed to a more expensive plan", () => {
  test("ends with a refund of the price difference if the period's first payment is refunded", async () => {
    const world = await changedLate();
    world.controls.refund(world.first);
    expect(await world.hear()).toMatchObject({ plan_type: "free", active: false });
    expect(await world.plan()).toMatchObject({ status: "canceled" });
    expect(await refunded(world)).toEqual([true, true]);
  });

  test("ends with a refund of the price difference if the period's first payment is disputed", async () => {
    const world = await changedLate();
    world.controls.openDispute(world.first);
    expect(await world.hear()).toMatchObject({ plan_type: "free", active: false });
    expect(await refunded(world)).toEqual([true, false]);
  });

  test("continues if only the payment of the price difference is refunded", async () => {
    const world = await changedLate();
    world.controls.refund(world.difference);
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: true });
    expect(await world.plan()).toMatchObject({ status: "active" });
    expect(await refunded(world)).toEqual([true, false]);
  });

  test("continues if the payment of a past period is refunded", async () => {
    const world = await changedLate();
    await world.moveTo("02-02");
    world.controls.refund(world.first);
    expect(await world.hear()).toMatchObject({ plan_type: "pro", active: true, end_date: "2027-03-01T00:00:00.000Z" });
  });
});

test("a failed refund restores the access of a single month", async () => {
  const { buy, paid, controls, hear } = await createStripeWorld();
  await buy("plus", "once");
  const [payment] = await paid();
  const refund = controls.refund(payment?.id ?? "");
  expect(await hear()).toMatchObject({ plan_type: "free", active: false });
  controls.failRefund(refund);
  expect(await hear()).toMatchObject({ plan_type: "plus", active: true, end_date: "2027-02-01T00:00:00.000Z" });
});
