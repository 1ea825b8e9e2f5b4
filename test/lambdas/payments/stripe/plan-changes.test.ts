import { describe, expect, test } from "vitest";
import type { PaymentProvider } from "../../../../lambdas/payments/payment-provider.ts";
import {
  failed,
  list,
  ok,
  type StripeAnswer,
  type StripeRequest,
  startScriptedStripe,
} from "../../../support/stripe-server.ts";
import {
  aCharge,
  anIntent,
  anInvoice,
  aPrice,
  aSubscription,
  aTransaction,
  secondsOn,
} from "../../support/stripe-objects.ts";

const path = "/v1/subscriptions/sub_1";
const responsesFor = (subscription: unknown) => ({
  [`GET ${path}`]: ok(subscription),
  [`POST ${path}`]: ok(subscription),
  [`DELETE ${path}`]: ok(subscription),
  "GET /v1/prices": list(aPrice("parlance_premium_monthly")),
  "POST /v1/refunds": ok({ id: "re_1", object: "refund" }),
});

describe("setEnding", () => {
  test("sets the end of the subscription, and removes the mark that would resume the subscription", async () => {
    const { payments, posts } = await startScriptedStripe(responsesFor(aSubscription()));
    await payments.setEnding("sub_1", true);
    expect(posts()).toEqual([[`POST ${path}`, { cancel_at_period_end: "true", "metadata[resumes_cancellation]": "" }]]);
  });

  test.each([
    [
      "as the end of the period",
      { cancel_at_period_end: true, cancel_at: secondsOn(1, 2) },
      { cancel_at_period_end: "false" },
    ],
    ["as an instant", { cancel_at: secondsOn(1, 2) }, { cancel_at: "" }],
  ])("removes an end that was set %s", async (_, fields, sent) => {
    const { payments, posts } = await startScriptedStripe(responsesFor(aSubscription(fields)));
    await payments.setEnding("sub_1", false);
    expect(posts()).toEqual([[`POST ${path}`, sent]]);
  });

  test("changes nothing at Stripe if there is no end to remove", async () => {
    const { payments, posts } = await startScriptedStripe(responsesFor(aSubscription()));
    await payments.setEnding("sub_1", false);
    expect(posts()).toEqual([]);
  });
});

// Both statuses are final: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
describe.each(["canceled", "incomplete_expired"])("a subscription that is %s", (status) => {
  test.each([
    ["resume", (payments: PaymentProvider) => payments.setEnding("sub_1", false)],
    ["change plan", (payments: PaymentProvider) => payments.changePlan("sub_1", "premium")],
  ])("cannot %s", async (_, change) => {
    const { payments, posts } = await startScriptedStripe(responsesFor(aSubscription({ status })));
    await expect(change(payments)).rejects.toMatchObject({ code: "no_active_plan" });
    expect(posts()).toEqual([]);
  });
});

describe("changePlan", () => {
  const moved = {
    "items[0][id]": "si_1",
    "items[0][price]": "price_parlance_premium_monthly",
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    "expand[0]": "latest_invoice",
  };

  test("refuses a change if the card is declined", async () => {
    const declined = failed(402, { type: "card_error", code: "card_declined", message: "Declined" });
    const { payments, posts } = await startScriptedStripe({
      ...responsesFor(aSubscription()),
      [`POST ${path}`]: declined,
    });
    await expect(payments.changePlan("sub_1", "premium")).rejects.toMatchObject({ code: "payment_declined" });
    expect(posts()).toHaveLength(1);
  });

  test("throws if the invoice to be confirmed has no page", async () => {
    // https://docs.stripe.com/error-codes#subscription-payment-intent-requires-action
    const confirm = failed(402, { type: "card_error", code: "subscription_payment_intent_requires_action" });
    const waiting = aSubscription({
      pending_update: { subscription_items: [] },
      latest_invoice: { id: "in_2", status: "open", amount_paid: 0, hosted_invoice_url: null },
    });
    const { payments } = await startScriptedStripe({
      ...responsesFor(aSubscription()),
      [`POST ${path}`]: ({ params }) =>
        params["payment_behavior"] === "pending_if_incomplete" ? ok(waiting) : confirm,
    });
    await expect(payments.changePlan("sub_1", "premium")).rejects.toThrow(/bill .* has no page/);
  });

  test("replaces the price of the item and requests an immediate invoice for the difference", async () => {
    const { payments, posts, requests } = await startScriptedStripe(responsesFor(aSubscription()));
    await payments.changePlan("sub_1", "premium");
    expect(requests[0]?.params).toMatchObject({ "lookup_keys[0]": "parlance_premium_monthly", active: "true" });
    expect(posts()).toEqual([[`POST ${path}`, moved]]);
  });

  test.each([
    ["with its period", { cancel_at_period_end: true }, { cancel_at_period_end: "false" }],
    ["at an instant", { cancel_at: secondsOn(1, 2) }, { cancel_at: "" }],
  ])("resumes a cancelled subscription that would end %s", async (_, fields, sent) => {
    const { payments, posts } = await startScriptedStripe(responsesFor(aSubscription(fields)));
    await payments.changePlan("sub_1", "premium");
    expect(posts()).toEqual([[`POST ${path}`, { ...moved, ...sent }]]);
  });

  test.each([
    ["the amount of the bill", { id: "in_2", amount_paid: 833 }, 833],
    ["0 cents if credit paid the bill", { id: "in_2", amount_paid: 0 }, 0],
    ["0 cents if the change made no bill", { id: "in_1", amount_paid: 999 }, 0],
    ["0 cents if the response names no bill", null, 0],
  ])("returns the charged amount: %s", async (_, latest_invoice, cents) => {
    const { payments } = await startScriptedStripe({
      ...responsesFor(aSubscription({ latest_invoice: "in_1" })),
      "GET /v1/invoices/in_1": ok({ id: "in_1", status: "paid", billing_reason: "subscription_cycle" }),
      [`POST ${path}`]: ok(aSubscription({ latest_invoice })),
    });
    expect(await payments.changePlan("sub_1", "premium")).toEqual({ chargedCents: cents });
  });

  const invoice = "/v1/invoices/in_9";
  test.each([
    ["that is past due", { status: "past_due" }, {}],
    ["that is unpaid", { status: "unpaid" }, {}],
    ["whose renewal is still a draft", {}, { status: "draft", billing_reason: "subscription_cycle" }],
    ["whose renewal is being collected", {}, { status: "open", billing_reason: "subscription_cycle" }],
  ])("throws payment_open for a subscription %s", async (_, fields, latest) => {
    const subscription = aSubscription({ latest_invoice: "in_9", ...fields });
    const { payments, posts } = await startScriptedStripe({
      ...responsesFor(subscription),
      [`GET ${invoice}`]: ok(latest),
    });
    await expect(payments.changePlan("sub_1", "plus")).rejects.toMatchObject({ code: "payment_open" });
    expect(posts()).toEqual([]);
  });

  test.each([
    ["is paid", { status: "paid", billing_reason: "subscription_cycle" }],
    ["bills a change that is not paid", { status: "open", billing_reason: "subscription_update" }],
  ])("changes the plan if the last invoice %s", async (_, latest) => {
    const subscription = aSubscription({ latest_invoice: { id: "in_9" } });
    const { payments, posts } = await startScriptedStripe({
      ...responsesFor(subscription),
      [`GET ${invoice}`]: ok(latest),
    });
    await payments.changePlan("sub_1", "premium");
    expect(posts()).toHaveLength(1);
  });

  test("throws and changes nothing if the price or the item is missing", async () => {
    const unpriced = await startScriptedStripe({ ...responsesFor(aSubscription()), "GET /v1/prices": list() });
    await expect(unpriced.payments.changePlan("sub_1", "plus")).rejects.toThrow("parlance_plus_monthly");
    const empty = await startScriptedStripe(responsesFor(aSubscription({ items: [] })));
    await expect(empty.payments.changePlan("sub_1", "plus")).rejects.toThrow("without an item");
    expect([...unpriced.posts(), ...empty.posts()]).toEqual([]);
  });
});

describe("the cancellation and refund of a subscription", () => {
  const paidBy = (subscription: unknown, ...invoices: unknown[]) => ({
    ...responsesFor(subscription),
    "GET /v1/customers/cus_1/balance_transactions": list(),
    "GET /v1/invoices": ({ params }: StripeRequest) => (params["status"] === "open" ? list() : list(...invoices)),
  });
  const paid = paidBy(aSubscription(), anInvoice("pi_1"));
  const refund = ["POST /v1/refunds", { payment_intent: "pi_1" }];
  const end = [`DELETE ${path}`, { prorate: "false" }];

  test("refunds the payment of the current period and then ends the subscription", async () => {
    const { payments, posts } = await startScriptedStripe(paid);
    await payments.cancelAndRefund("sub_1");
    expect(posts()).toEqual([refund, end]);
  });

  test("refunds both payments of the current period", async () => {
    const { payments, posts, requests } = await startScriptedStripe(
      paidBy(aSubscription(), anInvoice("pi_2"), anInvoice("pi_1")),
    );
    await payments.cancelAndRefund("sub_1");
    expect(posts()).toEqual([["POST /v1/refunds", { payment_intent: "pi_2" }], refund, end]);
    expect(requests.find(({ call }) => call === "GET /v1/invoices")?.params).toMatchObject({
      customer: "cus_1",
      "expand[0]": "data.payments",
    });
  });

  test("does not end the subscription if the refund fails", async () => {
    const script = { ...paid, "POST /v1/refunds": failed(500, { type: "api_error" }) };
    const { payments, posts } = await startScriptedStripe(script);
    await expect(payments.cancelAndRefund("sub_1")).rejects.toMatchObject({ code: "payments_unavailable" });
    expect(posts()).toEqual([refund]);
  });

  test.each(["charge_already_refunded", "charge_disputed"])(
    "ends the subscription if its payment was already returned: %s",
    async (code) => {
      const error = { type: "invalid_request_error", code };
      const { payments, posts } = await startScriptedStripe({ ...paid, "POST /v1/refunds": failed(400, error) });
      await payments.cancelAndRefund("sub_1");
      expect(posts()).toEqual([refund, end]);
    },
  );

  test("throws and does not end the subscription if there is too little money for the refund", async () => {
    const error = { type: "invalid_request_error", code: "insufficient_funds", message: "Nothing to give" };
    const { payments, posts } = await startScriptedStripe({ ...paid, "POST /v1/refunds": failed(400, error) });
    await expect(payments.cancelAndRefund("sub_1")).rejects.toThrow("Nothing to give");
    expect(posts()).toEqual([refund]);
  });

  test("refunds an ended subscription if it was not refunded yet", async () => {
    const { payments, posts } = await startScriptedStripe({
      ...paid,
      ...responsesFor(aSubscription({ status: "canceled" })),
    });
    await payments.cancelAndRefund("sub_1");
    expect(posts()).toEqual([refund]);
  });

  test("succeeds after Stripe refuses the cancellation if another call has ended the subscription, and otherwise throws", async () => {
    const gone = failed(404, { type: "invalid_request_error", code: "resource_missing", message: "No such one" });
    const raced = (then: string) => {
      const statuses = ["active", then];
      const read = (): StripeAnswer => ok(aSubscription({ status: statuses.shift() }));
      return startScriptedStripe({ ...paid, [`GET ${path}`]: read, [`DELETE ${path}`]: gone });
    };
    await (await raced("canceled")).payments.cancelAndRefund("sub_1");
    await expect((await raced("active")).payments.cancelAndRefund("sub_1")).rejects.toThrow("No such one");
  });

  test("refunds nothing if nothing was paid", async () => {
    const unpaid = anInvoice("pi_1").payments.data.map((payment) => Object.assign({}, payment, { status: "open" }));
    for (const invoices of [
      [],
      [anInvoice()],
      [anInvoice(undefined)],
      [{ ...anInvoice(), payments: { data: unpaid } }],
    ]) {
      const { payments, posts } = await startScriptedStripe(paidBy(aSubscription(), ...invoices));
      await payments.cancelAndRefund("sub_1");
      expect(posts()).toEqual([end]);
    }
  });
});

describe("the open invoices of a subscription", () => {
  const open = [{ id: "in_7" }, { id: "in_8" }];
  const owing = (fields: Record<string, unknown> = {}) => ({
    ...responsesFor(aSubscription({ status: "past_due", ...fields })),
    "GET /v1/customers/cus_1/balance_transactions": list(),
    "GET /v1/invoices": ({ params }: StripeRequest) => (params["status"] === "open" ? list(...open) : list()),
    "POST /v1/invoices/in_7/void": ok({ id: "in_7" }),
    "POST /v1/invoices/in_8/void": ok({ id: "in_8" }),
  });
  const voids = open.map(({ id }) => [`POST /v1/invoices/${id}/void`, {}]);

  test("are voided by cancelAndRefund after the end of the subscription", async () => {
    const { payments, posts } = await startScriptedStripe(owing());
    await payments.cancelAndRefund("sub_1");
    expect(posts()).toEqual([[`DELETE ${path}`, { prorate: "false" }], ...voids]);
  });

  test("are voided by voidInvoices, which changes nothing else", async () => {
    const { payments, posts, requests } = await startScriptedStripe(owing({ status: "canceled" }));
    await payments.voidInvoices("sub_1");
    expect(posts()).toEqual(voids);
    expect(requests[0]?.params).toMatchObject({ subscription: "sub_1", status: "open" });
  });

  test("cause an error if one of them stays open, and no error if one was paid meanwhile", async () => {
    const refused = failed(400, { type: "invalid_request_error", message: "Not open" });
    const raced = (status: string) =>
      startScriptedStripe({
        ...owing(),
        "POST /v1/invoices/in_7/void": refused,
        "GET /v1/invoices/in_7": ok({ id: "in_7", status }),
      });
    const paid = await raced("paid");
    await paid.payments.voidInvoices("sub_1");
    expect(paid.posts()).toEqual(voids);
    await expect((await raced("open")).payments.voidInvoices("sub_1")).rejects.toThrow("Not open");
  });
});

describe("the credit that a refunded subscription used", () => {
  const path = "/v1/customers/cus_1";
  const bill = (total: number, due: number, finalized_at: number) => ({
    ...(due > 0 ? anInvoice("pi_1") : anInvoice()),
    total,
    amount_due: due,
    status_transitions: { finalized_at },
  });
  // Stripe lists the newest invoice first.
  const restored = async (invoices: unknown[], transactions: unknown[] = []) => {
    const { payments, requests } = await startScriptedStripe({
      ...responsesFor(aSubscription({ currency: "usd" })),
      "GET /v1/invoices": ({ params }: StripeRequest) => (params["status"] === "open" ? list() : list(...invoices)),
      "POST /v1/refunds": ok({ id: "re_1" }),
      [`GET ${path}/balance_transactions`]: list(...transactions),
      [`POST ${path}/balance_transactions`]: ok({ id: "cbtxn_1" }),
    });
    await payments.cancelAndRefund("sub_1");
    const [sent] = requests.filter(({ call }) => call === `POST ${path}/balance_transactions`);
    return sent && { amount: sent.params["amount"], key: sent.idempotencyKey };
  };
  const key = "undone_subscription-sub_1";
  const given = aTransaction(-1000, { created: secondsOn(1) - 60 });

  test("is restored", async () => {
    expect(await restored([bill(999, 0, secondsOn(1))], [given])).toEqual({ amount: "-999", key });
  });

  test("is restored, minus the part that a later bill already returned", async () => {
    expect(await restored([bill(-500, 0, secondsOn(1) + 60), bill(999, 0, secondsOn(1))], [given])).toEqual({
      amount: "-499",
      key,
    });
  });

  test("does not include credit from the subscription itself", async () => {
    expect(await restored([bill(-1714, 0, secondsOn(1) + 60), bill(1999, 1999, secondsOn(1))])).toBeUndefined();
  });

  test("is restored unless a transaction for the same subscription already restored the credit", async () => {
    const done = aTransaction(-999, { created: secondsOn(3), metadata: { undone_subscription: "sub_1" } });
    expect(await restored([bill(999, 0, secondsOn(1))], [done, given])).toBeUndefined();
    const others = [
      aTransaction(-5, { metadata: { undone_subscription: "sub_2" } }),
      aTransaction(-5, { metadata: null }),
    ];
    expect(await restored([bill(999, 0, secondsOn(1))], [...others, given])).toEqual({ amount: "-999", key });
  });
});

describe("credit of returned payments", () => {
  const path = "/v1/customers/cus_1/balance_transactions";
  const credited = {
    ...anInvoice(),
    total: -999,
    amount_due: 0,
    status_transitions: { finalized_at: secondsOn(1) + 60 },
  };
  const charge = aCharge({ amount_refunded: 999 });
  const withhold = async (transactions: unknown[], latest_charge: unknown = charge) => {
    const { payments, requests } = await startScriptedStripe({
      "GET /v1/invoices": list(credited, anInvoice("pi_1")),
      "GET /v1/payment_intents": list(anIntent({ metadata: {}, latest_charge })),
      [`GET ${path}`]: list(...transactions),
      [`POST ${path}`]: ok({ id: "cbtxn_9" }),
    });
    await payments.withholdCredit("cus_1");
    return requests
      .filter(({ call }) => call === `POST ${path}`)
      .map(({ params, idempotencyKey }) => ({ amount: params["amount"], idempotencyKey }));
  };
  const withheld = aTransaction(999, { id: "cbtxn_7", metadata: { withheld: "true" } });

  test('is withheld with an idempotency key that names the last transaction, or "first" if there is none', async () => {
    expect(await withhold([])).toEqual([{ amount: "999", idempotencyKey: "withhold-cus_1-first" }]);
    expect(await withhold([aTransaction(-5, { id: "cbtxn_5" })])).toEqual([
      { amount: "999", idempotencyKey: "withhold-cus_1-cbtxn_5" },
    ]);
  });

  test("is not withheld again if a transaction already withheld the credit", async () => {
    expect(await withhold([withheld])).toEqual([]);
  });

  test("is restored if the return of the payment fails", async () => {
    expect(await withhold([withheld], aCharge())).toEqual([
      { amount: "-999", idempotencyKey: "withhold-cus_1-cbtxn_7" },
    ]);
  });
});

test("createCustomer uses the learner's id in the idempotency key", async () => {
  const { payments, posts, requests } = await startScriptedStripe({ "POST /v1/customers": ok({ id: "cus_9" }) });
  expect(await payments.createCustomer("asha", "asha@example.org")).toBe("cus_9");
  expect(posts()).toEqual([["POST /v1/customers", { email: "asha@example.org", "metadata[user_id]": "asha" }]]);
  expect(requests[0]?.idempotencyKey).toBe("customer-asha");
});
