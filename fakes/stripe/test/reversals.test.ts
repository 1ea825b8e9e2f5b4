import { expect, it } from "vitest";
import { startTestStripe } from "./fixture.ts";

it("a payment can be refunded in two parts, but not for more than its amount", async () => {
  const { sdk, payOnce, controls, receiver, idle } = await startTestStripe();
  const { intentId } = await payOnce("medium");
  controls.refund(intentId, 500);
  const chargeNow = async () => {
    const intent = await sdk.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] });
    expect(intent.status).toBe("succeeded");
    return intent.latest_charge;
  };
  expect(await chargeNow()).toMatchObject({ amount_refunded: 500, refunded: false });
  expect(() => controls.refund(intentId, 1500)).toThrow("greater than unrefunded amount");
  const rest = await sdk.refunds.create({ payment_intent: intentId });
  expect(rest).toMatchObject({ status: "succeeded", amount: 1499, payment_intent: intentId });
  expect(await chargeNow()).toMatchObject({ amount_refunded: 1999, refunded: true });
  await expect(sdk.refunds.create({ payment_intent: intentId })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect((await sdk.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)).toEqual([1499, 500]);
  await idle();
  expect(receiver.types().filter((type) => /refund/.test(type))).toEqual([
    "refund.created",
    "charge.refunded",
    "refund.created",
    "charge.refunded",
  ]);
});

it.each(["won", "lost"] as const)(
  "a dispute marks its charge as disputed, and charge.dispute.closed has the status %s",
  async (outcome) => {
    const { sdk, payOnce, controls, receiver, idle } = await startTestStripe();
    const { intentId } = await payOnce();
    const dispute = controls.openDispute(intentId);
    const charge = String((await sdk.paymentIntents.retrieve(intentId)).latest_charge);
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ disputed: true, refunded: false });
    expect((await sdk.disputes.list({ charge })).data).toMatchObject([
      { id: dispute, status: "needs_response", charge, amount: 999 },
    ]);
    await expect(sdk.refunds.create({ payment_intent: intentId })).rejects.toMatchObject({ code: "charge_disputed" });
    expect(() => controls.openDispute(intentId)).toThrow("cannot be disputed");
    controls.closeDispute(dispute, outcome);
    expect((await sdk.disputes.list({ charge })).data).toMatchObject([{ status: outcome }]);
    await idle();
    const told = receiver.received.filter(({ type }) => type.startsWith("charge.dispute."));
    expect(told.map(({ type }) => type)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
      ...(outcome === "won" ? ["charge.dispute.funds_reinstated"] : []),
    ]);
    expect(told[2]?.data.object).toMatchObject({ status: outcome, payment_intent: intentId });
  },
);

it("a refund of a renewal does not end the subscription", async () => {
  const { sdk, subscribe, moveTo, controls, lastCharges } = await startTestStripe();
  const { customer, subscription } = await subscribe();
  await moveTo("2026-12-21T09:30:00Z");
  const { latest_invoice } = await sdk.subscriptions.retrieve(subscription.id);
  const { payments } = await sdk.invoices.retrieve(String(latest_invoice), { expand: ["payments"] });
  controls.refund(String(payments?.data[0]?.payment.payment_intent));
  expect(await lastCharges(customer.id)).toMatchObject([{ refunded: true }, { refunded: false }]);
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

it("a failed refund reduces the refunded amount", async () => {
  const { sdk, payOnce, controls, receiver, idle, lastCharges } = await startTestStripe();
  const { intentId } = await payOnce("medium");
  const part = controls.refund(intentId, 500);
  const rest = controls.refund(intentId);
  controls.failRefund(rest);
  expect((await sdk.refunds.list({ payment_intent: intentId })).data).toMatchObject([
    { id: rest, status: "failed", amount: 1499 },
    { id: part, status: "succeeded" },
  ]);
  expect(await lastCharges()).toMatchObject([{ refunded: false, amount_refunded: 500 }]);
  expect(() => controls.failRefund(rest)).toThrow("failed already");
  await idle();
  expect(receiver.types().slice(-2)).toEqual(["refund.updated", "refund.failed"]);
});
