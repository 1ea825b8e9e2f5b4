import { describe, expect, it } from "vitest";
import { itemOf, startTestStripe, submit } from "./fixture.ts";

async function subscribeWithConfirmation() {
  const stripe = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { sdk, openSession, priceOf } = stripe;
  const customer = await sdk.customers.create({ email: "customer@example.com" });
  const session = await openSession(customer.id, "small", "monthly");
  const asked = await submit(session.url ?? "", { action: "pay", card: "asks" });
  expect(await asked.text()).toContain("Confirm the payment");
  expect((await sdk.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  expect((await submit(session.url ?? "", { action: "confirm", card: "asks" })).status).toBe(303);
  const [subscription] = (await sdk.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error("No subscription was made");
  const change = async (behavior: "error_if_incomplete" | "pending_if_incomplete", more = {}) =>
    sdk.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: (await priceOf("medium", "monthly")).id }],
      proration_behavior: "always_invoice",
      payment_behavior: behavior,
      expand: ["latest_invoice"],
      ...more,
    });
  const priceNow = async () => itemOf(await sdk.subscriptions.retrieve(subscription.id)).price.unit_amount;
  const pend = async () => {
    const changed = await change("pending_if_incomplete");
    const bill = changed.latest_invoice;
    if (bill === null || typeof bill === "string") throw new Error("There is no bill");
    return { changed, bill, page: bill.hosted_invoice_url ?? "" };
  };
  return { ...stripe, customer, subscription, change, priceNow, pend };
}

describe("if each payment needs a confirmation,", () => {
  it("a checkout charges the card after the confirmation", async () => {
    const { subscription, lastCharges, customer } = await subscribeWithConfirmation();
    expect(subscription.status).toBe("active");
    expect(await lastCharges(customer.id)).toMatchObject([{ amount: 999, paid: true }]);
  });

  it("a plan change with error_if_incomplete fails and leaves no open invoice", async () => {
    const { change, priceNow, sdk, customer } = await subscribeWithConfirmation();
    await expect(change("error_if_incomplete")).rejects.toMatchObject({
      statusCode: 402,
      code: "subscription_payment_intent_requires_action",
    });
    expect(await priceNow()).toBe(999);
    const invoices = await sdk.invoices.list({ customer: customer.id });
    expect(invoices.data.map(({ status }) => status)).toEqual(["paid"]);
  });

  it("a plan change with pending_if_incomplete is pending until its payment is confirmed", async () => {
    const { pend, priceNow, sdk, subscription, lastCharges } = await subscribeWithConfirmation();
    const { changed, bill, page } = await pend();
    expect(changed).toMatchObject({
      status: "active",
      pending_update: { subscription_items: [{ price: { unit_amount: 1999 } }] },
      items: { data: [{ price: { unit_amount: 999 } }] },
    });
    expect(bill).toMatchObject({ status: "open", billing_reason: "subscription_update" });
    expect(await (await fetch(page)).text()).toContain("Confirm the payment");
    await submit(page, { action: "confirm" });
    expect(await priceNow()).toBe(1999);
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active", pending_update: null });
    expect(await sdk.invoices.retrieve(bill.id ?? "")).toMatchObject({ status: "paid" });
    await submit(page, { action: "confirm" });
    expect(await lastCharges()).toHaveLength(2);
  });

  it("the new metadata of a pending plan change waits until the payment is confirmed", async () => {
    const { change, sdk, subscription } = await subscribeWithConfirmation();
    await sdk.subscriptions.update(subscription.id, { metadata: { kept: "1", removed: "2" } });
    const changed = await change("pending_if_incomplete", { metadata: { added: "3", removed: "" } });
    expect(changed).toMatchObject({
      metadata: { kept: "1", removed: "2" },
      pending_update: { metadata: { added: "3" } },
    });
    const { latest_invoice: bill } = changed;
    await submit((typeof bill === "string" ? "" : bill?.hosted_invoice_url) ?? "", { action: "confirm" });
    const { metadata } = await sdk.subscriptions.retrieve(subscription.id);
    expect(metadata).toEqual({ plan: "small", kept: "1", added: "3" });
  });

  it("an unconfirmed plan change expires after 23 hours, and its invoice becomes void", async () => {
    const { pend, priceNow, sdk, subscription, moveTo } = await subscribeWithConfirmation();
    const { changed, bill, page } = await pend();
    expect(changed.pending_update?.expires_at).toBe(Date.parse("2026-11-01T23:00:00Z") / 1000);
    await submit(page, { action: "refuse" });
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
    await moveTo("2026-11-01T23:00:00Z");
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active", pending_update: null });
    expect(await sdk.invoices.retrieve(bill.id ?? "")).toMatchObject({ status: "void" });
    expect(await priceNow()).toBe(999);
  });

  it("Stripe refuses pending_if_incomplete in an update that also sets cancel_at_period_end", async () => {
    const { change } = await subscribeWithConfirmation();
    await expect(change("pending_if_incomplete", { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
      param: "cancel_at_period_end",
    });
  });

  it("a renewal is unpaid until the customer confirms the payment", async () => {
    const { sdk, subscription, moveTo, openPortal, customer } = await subscribeWithConfirmation();
    await moveTo("2026-12-02T00:00:00Z");
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
    const portal = await openPortal(customer.id);
    const led = await submit(portal.url, { action: "pay", subscription: subscription.id });
    await submit(new URL(led.headers.get("location") ?? "", portal.url).href, { action: "confirm" });
    expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
  });
});
