import { expect, it } from "vitest";
import { isoOf, itemOf, startTestStripe, submit } from "./fixture.ts";

const periodOf = (subscription: Parameters<typeof itemOf>[0]) => {
  const { current_period_start, current_period_end } = itemOf(subscription);
  return [isoOf(current_period_start), isoOf(current_period_end)];
};

it("a subscription that starts on January 31 renews on the last day of February, March and April", async () => {
  const { sdk, subscribe, moveTo } = await startTestStripe({ startsAt: "2027-01-31T23:15:00Z" });
  const { subscription } = await subscribe();
  const periods = [periodOf(subscription)];
  for (const instant of ["2027-02-28T23:15:00Z", "2027-03-31T23:15:00Z", "2027-04-30T23:15:00Z"]) {
    await moveTo(instant);
    periods.push(periodOf(await sdk.subscriptions.retrieve(subscription.id)));
  }
  const days = ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"];
  const instants = days.map((day) => `${day}T23:15:00.000Z`);
  expect(periods).toEqual(instants.slice(0, -1).map((start, at) => [start, instants[at + 1]]));
});

it("a subscription does not renew a second before its period ends", async () => {
  const { sdk, subscribe, moveTo } = await startTestStripe({ startsAt: "2026-11-21T09:30:00Z" });
  const { customer } = await subscribe();
  await moveTo("2026-12-21T09:29:59Z");
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  await moveTo("2026-12-21T09:30:00Z");
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(2);
});

it("all overdue renewals of two years run in order, and one is dated February 29", async () => {
  const { sdk, subscribe, moveTo, receiver, idle } = await startTestStripe({ startsAt: "2027-12-31T12:00:00Z" });
  const { customer, subscription } = await subscribe("large");
  await moveTo("2029-12-31T11:59:59Z");
  expect(periodOf(await sdk.subscriptions.retrieve(subscription.id))).toEqual([
    "2029-11-30T12:00:00.000Z",
    "2029-12-31T12:00:00.000Z",
  ]);
  const invoices = await sdk.invoices.list({ customer: customer.id, limit: 100 });
  expect(invoices.data).toHaveLength(24);
  expect(new Set(invoices.data.map(({ status, amount_paid }) => `${status} ${amount_paid}`))).toEqual(
    new Set(["paid 2999"]),
  );
  expect(invoices.data.map(({ created }) => isoOf(created))).toContain("2028-02-29T12:00:00.000Z");
  await idle();
  const paid = receiver.received.filter(({ type }) => type === "invoice.paid").map(({ created }) => created);
  expect(paid).toEqual(paid.toSorted((a, b) => a - b));
  expect(paid).toHaveLength(24);
});

it("a renewal sends eight events, from invoice.created to invoice.payment_succeeded", async () => {
  const { subscribe, moveTo, receiver, idle } = await startTestStripe();
  await subscribe();
  await idle();
  receiver.clear();
  await moveTo("2026-12-21T09:30:00Z");
  await idle();
  expect(receiver.types()).toEqual([
    "invoice.created",
    "invoice.finalized",
    "customer.subscription.updated",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "invoice.payment_succeeded",
  ]);
  const updated = receiver.received.find(({ type }) => type === "customer.subscription.updated");
  expect(updated?.data.previous_attributes).toHaveProperty("items");
});

it("a failed renewal is retried after 3, 5, 7 and 14 days, then the subscription ends", async () => {
  const { sdk, subscribe, moveTo, receiver, idle } = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { subscription } = await subscribe("small", "renewals-fail");
  const states: unknown[] = [];
  for (const day of ["01", "04", "06", "08", "14", "15"]) {
    await moveTo(`2026-12-${day}T00:00:00Z`);
    const { status, latest_invoice } = await sdk.subscriptions.retrieve(subscription.id, {
      expand: ["latest_invoice"],
    });
    const invoice = typeof latest_invoice === "object" ? latest_invoice : null;
    const next = invoice?.next_payment_attempt;
    states.push([day, status, invoice?.status, invoice?.attempt_count, next ? isoOf(next).slice(5, 10) : null]);
  }
  expect(states).toEqual([
    ["01", "past_due", "open", 1, "12-04"],
    ["04", "past_due", "open", 2, "12-06"],
    ["06", "past_due", "open", 3, "12-08"],
    ["08", "past_due", "open", 4, "12-15"],
    ["14", "past_due", "open", 4, "12-15"],
    ["15", "canceled", "open", 5, null],
  ]);
  const ended = await sdk.subscriptions.retrieve(subscription.id);
  expect(ended).toMatchObject({ cancellation_details: { reason: "payment_failed" }, ended_at: expect.any(Number) });
  await moveTo("2028-01-01T00:00:00Z");
  await idle();
  const types = receiver.types();
  expect(types.filter((type) => type === "invoice.payment_failed")).toHaveLength(5);
  expect(types.filter((type) => type === "customer.subscription.deleted")).toHaveLength(1);
  expect(types.at(-1)).toBe("customer.subscription.deleted");
});

it("a subscription becomes active when a retry succeeds, and its billing dates stay the same", async () => {
  const { sdk, subscribe, moveTo, url, openPortal, lastCharges, receiver, idle } = await startTestStripe({
    startsAt: "2026-11-01T00:00:00Z",
  });
  const { customer, subscription } = await subscribe("small", "renewals-fail");
  await moveTo("2026-12-02T00:00:00Z");
  const portal = await openPortal(customer.id);
  expect(portal.url).toContain(url);
  await submit(portal.url, { action: "card", card: "works" });
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
  await moveTo("2026-12-04T00:00:00Z");
  const recovered = await sdk.subscriptions.retrieve(subscription.id);
  expect(recovered.status).toBe("active");
  expect(periodOf(recovered)).toEqual(["2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
  expect(await lastCharges(customer.id)).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
  await idle();
  const tries = receiver.types().filter((type) => type === "charge.succeeded" || type === "charge.failed");
  expect(tries).toEqual(["charge.succeeded", "charge.failed", "charge.succeeded"]);
});

it("an overdue subscription becomes active when the customer pays on the portal", async () => {
  const { sdk, subscribe, moveTo, openPortal } = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { customer, subscription } = await subscribe("small", "renewals-fail");
  await moveTo("2026-12-02T00:00:00Z");
  const portal = await openPortal(customer.id);
  const declined = await submit(portal.url, { action: "pay", subscription: subscription.id });
  expect(declined.status).toBe(200);
  await submit(portal.url, { action: "card" });
  await submit(portal.url, { action: "pay", subscription: subscription.id });
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
});

it("a subscription with cancel_at_period_end ends with its period", async () => {
  const { sdk, subscribe, moveTo, receiver, idle } = await startTestStripe();
  const { customer, subscription } = await subscribe();
  const cancelled = await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const end = itemOf(subscription).current_period_end;
  expect(cancelled).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end });
  await moveTo("2026-12-21T09:29:59Z");
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
  await moveTo("2026-12-21T09:30:00Z");
  const ended = await sdk.subscriptions.retrieve(subscription.id);
  expect(ended).toMatchObject({ status: "canceled", ended_at: end, canceled_at: subscription.created });
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  expect((await sdk.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  expect((await sdk.subscriptions.list({ customer: customer.id, status: "all" })).data).toHaveLength(1);
  await idle();
  expect(receiver.types().at(-1)).toBe("customer.subscription.deleted");
});

it("a resumed subscription renews after its period ends", async () => {
  const { sdk, subscribe, moveTo } = await startTestStripe();
  const { customer, subscription } = await subscribe();
  await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const resumed = await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect(resumed).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null });
  await moveTo("2026-12-25T00:00:00Z");
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(2);
});
