import { expect, it } from "vitest";
import { isoOf, itemOf, startTestStripe } from "./fixture.ts";

const hours = (count: number) => count * 3600;

/** Buys the monthly plan "medium" on 21 November 2026, with a trial of ten days. */
async function onTrial() {
  const stripe = await startTestStripe();
  const { sdk, priceOf, clock, choose } = stripe;
  const customer = await sdk.customers.create({ email: "customer@example.com" });
  const open = async (trialEnd: number) =>
    sdk.checkout.sessions.create({
      mode: "subscription",
      customer: customer.id,
      line_items: [{ price: (await priceOf("medium", "monthly")).id, quantity: 1 }],
      success_url: "http://localhost:5173/thanks",
      subscription_data: { trial_end: trialEnd },
    });
  const now = clock.now.getTime() / 1000;
  const session = await open(now + hours(240));
  const page = await (await fetch(session.url ?? "")).text();
  await choose(session, "pay");
  const [subscription] = (await sdk.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error("No subscription was made");
  return { ...stripe, customer, open, now, page, session, subscription };
}

it("a checkout of a plan with a trial needs no payment", async () => {
  const { sdk, session, subscription, page, now } = await onTrial();
  expect(page).toContain("$0.00");
  expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "no_payment_required",
    amount_total: 0,
    payment_intent: null,
  });
  expect(subscription).toMatchObject({ status: "trialing", trial_start: now, trial_end: now + hours(240) });
  expect(itemOf(subscription)).toMatchObject({ current_period_start: now, current_period_end: now + hours(240) });
  const invoice = await sdk.invoices.retrieve(String(subscription.latest_invoice), { expand: ["payments"] });
  expect(invoice).toMatchObject({ status: "paid", total: 0, lines: { data: [{ amount: 0 }] }, payments: { data: [] } });
});

it("at the end of a trial, Stripe charges the price of a whole month", async () => {
  const { sdk, moveTo, customer, subscription, receiver, idle, lastCharges } = await onTrial();
  await moveTo("2026-12-01T09:30:00Z");
  const billed = await sdk.subscriptions.retrieve(subscription.id);
  expect(billed.status).toBe("active");
  expect(isoOf(itemOf(billed).current_period_end)).toBe("2027-01-01T09:30:00.000Z");
  expect(await lastCharges(customer.id)).toMatchObject([{ amount: 1999, paid: true }]);
  await moveTo("2027-01-01T09:30:00Z");
  expect(await lastCharges(customer.id)).toHaveLength(2);
  await idle();
  const renewed = receiver.received.find(({ type }) => type === "customer.subscription.updated");
  expect(renewed?.data.previous_attributes).toMatchObject({ status: "trialing" });
});

it("a plan change and a cancellation during a trial are free of charge", async () => {
  const { sdk, moveTo, customer, subscription, priceOf, lastCharges } = await onTrial();
  const items = [{ id: itemOf(subscription).id, price: (await priceOf("large", "monthly")).id }];
  const changed = await sdk.subscriptions.update(subscription.id, {
    items,
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });
  expect(changed).toMatchObject({ status: "trialing", items: { data: [{ price: { unit_amount: 2999 } }] } });
  await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await moveTo("2026-12-02T00:00:00Z");
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: subscription.trial_end,
  });
  expect(await lastCharges(customer.id)).toEqual([]);
});

it("Stripe refuses a trial that ends in less than two days", async () => {
  const { open, now } = await onTrial();
  await expect(open(now + hours(48) - 1)).rejects.toMatchObject({ param: "subscription_data[trial_end]" });
  expect(await open(now + hours(48))).toMatchObject({ status: "open" });
});

it("a checkout with a trial stays open if the card is declined", async () => {
  const { open, now, choose, sdk, customer } = await onTrial();
  const session = await open(now + hours(72));
  await choose(session, "decline");
  expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "open", payment_status: "unpaid" });
  expect((await sdk.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
});
