import { expect, it } from "vitest";
import { itemOf, startTestStripe, submit } from "./fixture.ts";

it("a plan change is billed immediately for the rest of the period", async () => {
  // The change is in the middle of a period of 30 days.
  const { sdk, subscribe, priceOf, moveTo, receiver, idle, lastCharges } = await startTestStripe({
    startsAt: "2026-11-01T00:00:00Z",
  });
  const { customer, subscription } = await subscribe("small");
  await moveTo("2026-11-16T00:00:00Z");
  const price = await priceOf("medium", "monthly");
  const changed = await sdk.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: price.id }],
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  expect(itemOf(changed)).toMatchObject({
    id: itemOf(subscription).id,
    price: { id: price.id },
    current_period_end: itemOf(subscription).current_period_end,
  });
  expect(changed.latest_invoice).toMatchObject({
    billing_reason: "subscription_update",
    status: "paid",
    total: 500,
    lines: { data: [{ amount: -500 }, { amount: 1000 }] },
  });
  expect(await lastCharges(customer.id)).toMatchObject([{ amount: 500 }, { amount: 999 }]);
  await idle();
  const updated = receiver.received.findLast(({ type }) => type === "customer.subscription.updated");
  expect(updated?.data.previous_attributes).toMatchObject({ items: { data: [{ price: { unit_amount: 999 } }] } });
});

it("a change to a cheaper plan creates credit that pays the next renewal", async () => {
  const { sdk, subscribe, priceOf, moveTo } = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { customer, subscription } = await subscribe("medium");
  await moveTo("2026-12-01T00:00:00Z");
  await sdk.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: (await priceOf("small", "monthly")).id }],
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });
  expect((await sdk.invoices.list({ customer: customer.id })).data[0]).toMatchObject({
    total: -1000,
    amount_due: 0,
    status: "paid",
  });
  expect(await sdk.customers.retrieve(customer.id)).toMatchObject({ balance: -1000 });
  await moveTo("2027-01-01T00:00:00Z");
  expect((await sdk.invoices.list({ customer: customer.id })).data[0]).toMatchObject({
    total: 999,
    amount_due: 0,
    status: "paid",
  });
  expect(await sdk.customers.retrieve(customer.id)).toMatchObject({ balance: -1 });
});

it("a plan change with error_if_incomplete changes nothing if the card is declined", async () => {
  const { sdk, subscribe, priceOf, receiver, idle } = await startTestStripe();
  const { customer, subscription } = await subscribe("small", "renewals-fail");
  await idle();
  receiver.clear();
  const price = (await priceOf("large", "monthly")).id;
  const items = [{ id: itemOf(subscription).id, price }];
  const change = { items, proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" } as const;
  await expect(sdk.subscriptions.update(subscription.id, change)).rejects.toMatchObject({
    type: "StripeCardError",
    statusCode: 402,
    code: "card_declined",
  });
  expect(JSON.stringify(await sdk.subscriptions.retrieve(subscription.id))).toBe(JSON.stringify(subscription));
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  await idle();
  expect(receiver.types()).toEqual([]);
});

it("Stripe refuses invalid changes of a subscription", async () => {
  const { sdk, subscribe, priceOf } = await startTestStripe();
  const { subscription } = await subscribe("small");
  const { id } = itemOf(subscription);
  const once = (await priceOf("medium", "once")).id;
  const update = (parameters: object) => sdk.subscriptions.update(subscription.id, parameters);
  const atOnce = { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" };
  await expect(update({ ...atOnce, items: [{ id, price: once }] })).rejects.toThrow("type=recurring");
  await expect(update({ items: [{ price: once }] })).rejects.toThrow("more than one item");
  const pro = (await priceOf("medium", "monthly")).id;
  for (const param of ["proration_behavior", "payment_behavior"]) {
    const left = Object.entries(atOnce).filter(([name]) => name !== param);
    const part = { ...Object.fromEntries(left), items: [{ id, price: pro }] };
    await expect(update(part)).rejects.toMatchObject({ statusCode: 400, param });
  }
  await expect(update({ cancel_at: "", cancel_at_period_end: true })).rejects.toMatchObject({ param: "cancel_at" });
  await expect(update({ payment_behavior: "default_incomplete" })).rejects.toMatchObject({
    param: "payment_behavior",
  });
  await sdk.subscriptions.cancel(subscription.id);
  await expect(update({ cancel_at_period_end: true })).rejects.toThrow("canceled subscription");
  await expect(sdk.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: "resource_missing" });
});

it("subscriptions.cancel ends a subscription immediately", async () => {
  const { sdk, subscribe, receiver, idle } = await startTestStripe();
  const { subscription } = await subscribe();
  const cancelled = await sdk.subscriptions.cancel(subscription.id);
  expect(cancelled).toMatchObject({ status: "canceled", ended_at: subscription.created });
  await idle();
  expect(receiver.types().at(-1)).toBe("customer.subscription.deleted");
});

it("the subscription of a deleted customer is cancelled", async () => {
  const { sdk, subscribe } = await startTestStripe();
  const { customer, subscription } = await subscribe();
  expect(await sdk.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  const deleted = JSON.stringify({ id: customer.id, object: "customer", deleted: true });
  expect(JSON.stringify(await sdk.customers.retrieve(customer.id))).toBe(deleted);
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
  expect((await sdk.customers.list()).data).toEqual([]);
  await expect(sdk.customers.del(customer.id)).rejects.toMatchObject({ code: "resource_missing" });
});

it("a customer can cancel and resume a subscription on the portal", async () => {
  const { sdk, subscribe, openPortal } = await startTestStripe();
  const { customer, subscription } = await subscribe("small");
  const portal = await openPortal(customer.id, "http://localhost:5173/orders");
  const page = await (await fetch(portal.url)).text();
  expect(page).toContain("Green small box, $9.99");
  expect(page).toContain('href="http://localhost:5173/orders"');
  const act = (fields: Record<string, string>) => submit(portal.url, { subscription: subscription.id, ...fields });
  await act({ action: "cancel" });
  // With flexible billing, the portal sets `cancel_at` and leaves `cancel_at_period_end` false.
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: false,
  });
  await act({ action: "resume" });
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null });
  await act({ action: "cancel" });
  expect(await sdk.subscriptions.update(subscription.id, { cancel_at: "" })).toMatchObject({ cancel_at: null });
});

it("balance transactions are listed, and a void invoice restores the credit that it used", async () => {
  const { sdk, subscribe, moveTo } = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { customer, subscription } = await subscribe("small");
  await sdk.customers.createBalanceTransaction(customer.id, { amount: -600, currency: "usd", metadata: { for: "a" } });
  const taken = await sdk.customers.createBalanceTransaction(customer.id, { amount: 200, currency: "usd" });
  expect(taken).toMatchObject({ amount: 200, ending_balance: -400, type: "adjustment", customer: customer.id });
  const { data } = await sdk.customers.listBalanceTransactions(customer.id);
  expect(data.map(({ amount, metadata }) => [amount, metadata])).toEqual([
    [200, {}],
    [-600, { for: "a" }],
  ]);
  await sdk.paymentMethods.detach(String(subscription.default_payment_method));
  await moveTo("2026-12-01T00:00:00Z");
  const [renewal] = (await sdk.invoices.list({ subscription: subscription.id, status: "open" })).data;
  expect(renewal).toMatchObject({ total: 999, amount_due: 599, starting_balance: -400, ending_balance: 0 });
  expect(await sdk.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  expect(await sdk.invoices.voidInvoice(renewal?.id ?? "")).toMatchObject({ status: "void" });
  expect(await sdk.customers.retrieve(customer.id)).toMatchObject({ balance: -400 });
});

it("a customer's portal cannot cancel another customer's subscription", async () => {
  const { sdk, subscribe, openPortal } = await startTestStripe();
  const { subscription } = await subscribe();
  const other = await sdk.customers.create();
  const portal = await openPortal(other.id);
  expect((await submit(portal.url, { action: "cancel", subscription: subscription.id })).status).toBe(400);
  expect(await sdk.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null });
});

it("a change to a more expensive plan without a payment method is refused and changes nothing", async () => {
  const { sdk, subscribe, priceOf, receiver, idle } = await startTestStripe();
  const { customer, subscription } = await subscribe("small");
  const method = String(subscription.default_payment_method);
  expect(await sdk.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null });
  await expect(sdk.paymentMethods.detach(method)).rejects.toMatchObject({ statusCode: 400 });
  const items = [{ id: itemOf(subscription).id, price: (await priceOf("medium", "monthly")).id }];
  await expect(
    sdk.subscriptions.update(subscription.id, {
      items,
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    }),
  ).rejects.toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400, code: "resource_missing" });
  const left = await sdk.subscriptions.retrieve(subscription.id);
  expect(left).toMatchObject({ default_payment_method: null, items: { data: [{ price: { unit_amount: 999 } }] } });
  expect((await sdk.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  await idle();
  expect(receiver.types().slice(-2)).toEqual(["customer.subscription.updated", "payment_method.detached"]);
});

it("an amount below the minimum charge is added to the next invoice", async () => {
  const { sdk, subscribe, priceOf, moveTo, lastCharges } = await startTestStripe({ startsAt: "2026-11-01T00:00:00Z" });
  const { customer, subscription } = await subscribe("small");
  // One hour of 720 remains: 2.78 cents of "medium" minus 1.39 cents of "small".
  await moveTo("2026-11-30T23:00:00Z");
  const changed = await sdk.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: (await priceOf("medium", "monthly")).id }],
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  expect(changed.latest_invoice).toMatchObject({ status: "paid", total: 2, amount_due: 0, amount_paid: 0 });
  expect(await sdk.customers.retrieve(customer.id)).toMatchObject({ balance: 2 });
  await moveTo("2026-12-01T00:00:00Z");
  expect((await sdk.invoices.list({ customer: customer.id })).data[0]).toMatchObject({
    total: 1999,
    amount_paid: 2001,
  });
  expect(await lastCharges(customer.id)).toMatchObject([{ amount: 2001 }, { amount: 999 }]);
  const { data } = await sdk.customers.listBalanceTransactions(customer.id);
  expect(data).toMatchObject([
    { type: "applied_to_invoice", amount: -2, ending_balance: 0 },
    { type: "invoice_too_small", amount: 2, ending_balance: 2 },
  ]);
});
