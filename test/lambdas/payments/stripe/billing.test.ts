import { describe, expect, test } from "vitest";
import { recurringStatuses } from "../../../../domain/purchase.ts";
import { list, ok, type StripeAnswer, scriptStripe } from "../../../support/stripe-server.ts";
import {
  aCharge,
  anIntent,
  anInvoice,
  anItem,
  aPrice,
  aSubscription,
  isoOn,
  on,
  refundsOf,
} from "../../support/stripe-objects.ts";

type Held = {
  subscriptions?: unknown[];
  invoices?: unknown[];
  open?: unknown[];
  intents?: unknown[];
  disputes?: unknown[];
  customer?: unknown;
};

async function read({ subscriptions = [], invoices = [], open = [], intents = [], disputes = [], customer }: Held) {
  const stripe = await scriptStripe({
    "GET /v1/subscriptions": list(...subscriptions),
    "GET /v1/invoices": ({ params }): StripeAnswer => (params["status"] === "open" ? list(...open) : list(...invoices)),
    "GET /v1/customers/cus_1": ok(customer ?? { id: "cus_1", object: "customer", balance: 0 }),
    "GET /v1/payment_intents": list(...intents),
    "GET /v1/disputes": ({ params }): StripeAnswer => (params["charge"] === "ch_1" ? list(...disputes) : list()),
  });
  return { ...(await stripe.payments.billingOf("cus_1")), requests: stripe.requests };
}

describe("a recurring purchase", () => {
  const one = async (subscription: unknown, held: Held = {}) =>
    (await read({ ...held, subscriptions: [subscription] })).recurring[0];

  test("is read from its first item, where the period's ends stand", async () => {
    expect(await one(aSubscription())).toEqual({
      id: "sub_1",
      plan: "pro",
      status: "active",
      createdAt: isoOn(1),
      billedFrom: isoOn(1),
      periodStart: isoOn(1),
      periodEnd: isoOn(1, 2),
      endsAt: null,
      payments: [],
      owedCents: 0,
    });
  });

  test("owes what is left of its open invoices, and nothing of another's", async () => {
    const [mine, more, other] = [999, 300, 500].map((amount_remaining) => ({ ...anInvoice(), amount_remaining }));
    const others = { ...other, parent: { subscription_details: { subscription: "sub_2" } } };
    const owing = aSubscription({ status: "past_due" });
    expect(await one(owing, { open: [mine, more, others] })).toMatchObject({ owedCents: 1299, payments: [] });
  });

  test.each([
    ["with its period", { cancel_at_period_end: true }, isoOn(1, 2)],
    ["at an instant alone, as flexible billing has it", { cancel_at: on(1, 2) }, isoOn(1, 2)],
    ["at an instant before that", { cancel_at: on(20), cancel_at_period_end: false }, isoOn(20)],
    ["at both", { cancel_at: on(1, 2), cancel_at_period_end: true }, isoOn(1, 2)],
    ["never", {}, null],
    ["or has ended at an instant", { ended_at: on(10), cancel_at: on(1, 2), status: "canceled" }, isoOn(10)],
  ])("is to end %s", async (_, fields, endsAt) => {
    expect(await one(aSubscription(fields))).toHaveProperty("endsAt", endsAt);
  });

  test("has its plan by the price's lookup key, or by its metadata once the price was replaced", async () => {
    const plan = async (price: unknown) => (await one(aSubscription({ items: [anItem({ price })] })))?.plan;
    expect(await plan(aPrice("parlance_premium_monthly"))).toBe("premium");
    expect(await plan(aPrice(null, { lookup_key: "parlance_plus_monthly" }))).toBe("plus");
    expect(await plan(aPrice("parlance_premium_monthly", { lookup_key: "parlance_plus_monthly" }))).toBe("premium");
  });

  test.each([
    ["of another product", aSubscription({ items: [anItem({ price: aPrice("another_pro_monthly") })] })],
    ["of a price without a key", aSubscription({ items: [anItem({ price: aPrice(null) })] })],
    ["without an item", aSubscription({ items: [] })],
  ])("%s is none", async (_, subscription) => {
    expect(await one(subscription)).toBeUndefined();
  });

  test("keeps every state that is known, and gives nothing in one that is not", async () => {
    for (const status of recurringStatuses)
      expect(await one(aSubscription({ status }))).toHaveProperty("status", status);
    expect(await one(aSubscription({ status: "brand_new" }))).toHaveProperty("status", "paused");
  });

  const refunded = anIntent({ id: "pi_9", metadata: {}, latest_charge: aCharge({ refunded: true }) });
  const paymentsIn = async (...invoices: unknown[]) =>
    (await one(aSubscription(), { invoices, intents: [refunded] }))?.payments;

  test.each([
    ["an id", "pi_9"],
    ["an object", { id: "pi_9", object: "payment_intent" }],
  ])(
    "has every payment of its present period, and of each whether it was given back, known by %s",
    async (_, payment) => {
      expect(await paymentsIn(anInvoice("pi_0", payment), anInvoice("pi_1"))).toEqual([
        { cents: 999, reversed: false },
        { cents: 999, reversed: true },
        { cents: 999, reversed: false },
      ]);
    },
  );

  const lines = (start: number, end: number) => ({ data: [{ period: { start, end } }] });
  const [link] = anInvoice("pi_9").payments.data;
  test.each([
    ["without an invoice", []],
    ["whose invoice was paid by credit", [anInvoice()]],
    ["whose invoice was paid by no card", [anInvoice(undefined)]],
    ["whose invoice tells no payments", [{ ...anInvoice(), payments: undefined }]],
    [
      "whose payment was not made",
      [{ ...anInvoice(), payments: { data: [Object.assign({}, link, { status: "open" })] } }],
    ],
    ["whose invoice is of the period before", [{ ...anInvoice("pi_9"), lines: lines(on(1) - 2_678_400, on(1)) }]],
    ["beside which there is an invoice of none", [{ ...anInvoice("pi_9"), parent: null }]],
    [
      "beside which there is another's invoice",
      [{ ...anInvoice("pi_9"), parent: { subscription_details: { subscription: "sub_2" } } }],
    ],
  ])("%s has no payments", async (_, invoices) => {
    expect(await paymentsIn(...invoices)).toEqual([]);
  });

  test("has the difference of a change of plan among its payments", async () => {
    expect(await paymentsIn({ ...anInvoice("pi_0"), lines: lines(on(20), on(1, 2)) })).toHaveLength(1);
  });

  test("waits for months if it was sold so; any other trial is a present", async () => {
    const trial = { status: "trialing", trial_end: on(1, 2) };
    const sold = aSubscription({ ...trial, metadata: { waits_for_months: "true" } });
    expect(await one(sold)).toHaveProperty("billedFrom", isoOn(1, 2));
    expect(await one(aSubscription(trial))).toHaveProperty("billedFrom", isoOn(1));
  });
});

describe("a month bought once", () => {
  const one = async (intent: unknown, disputes: unknown[] = []) =>
    (await read({ intents: [intent], disputes })).single[0];

  test("begins when its charge was made", async () => {
    expect(await one(anIntent())).toEqual({
      id: "pi_1",
      plan: "plus",
      paidAt: isoOn(2),
      cents: 999,
      reversed: false,
      givenBackAt: null,
    });
    expect(await one(anIntent({ latest_charge: null }))).toHaveProperty("paidAt", isoOn(1));
  });

  test("tells when it was given back because a plan goes on, and of no other refund", async () => {
    const refund = { amount: 999, status: "succeeded", created: on(20), metadata: { reason: "plan_goes_on" } };
    const given = async (fields: Record<string, unknown>) =>
      (
        await one(
          anIntent({ latest_charge: aCharge({ refunded: true, refunds: { data: [{ ...refund, ...fields }] } }) }),
        )
      )?.givenBackAt;
    expect(await given({})).toBe(isoOn(20));
    expect(await given({ metadata: {} })).toBeNull();
    expect(await given({ status: "failed" })).toBeNull();
  });

  test("whose money took days begins when it was noted to have arrived", async () => {
    const metadata = { user_id: "asha", plan_type: "plus", billing: "once", paid_at: isoOn(6) };
    expect(await one(anIntent({ metadata }))).toHaveProperty("paidAt", isoOn(6));
    const unreadable = { ...metadata, paid_at: "the sixth" };
    expect(await one(anIntent({ metadata: unreadable }))).toHaveProperty("paidAt", isoOn(2));
  });

  test.each([
    ["is not paid yet", { status: "processing" }],
    ["was not paid", { status: "requires_payment_method" }],
    ["was given up", { status: "canceled" }],
    ["is a renewal's", { metadata: {} }],
    ["is of a monthly plan", { metadata: { plan_type: "plus", billing: "monthly" } }],
    ["is for no plan", { metadata: { billing: "once" } }],
    ["is for the free plan", { metadata: { plan_type: "free", billing: "once" } }],
    ["is for an unknown plan", { metadata: { plan_type: "gold", billing: "once" } }],
  ])("is none if the payment %s", async (_, fields) => {
    expect(await one(anIntent(fields))).toBeUndefined();
  });

  test.each([
    ["given back in full", { refunded: true, amount_refunded: 999 }, [], true],
    ["given back in two parts", { refunded: true, refunds: refundsOf([500, "succeeded"], [499, "pending"]) }, [], true],
    ["given back, which failed", { refunded: true, refunds: refundsOf([999, "failed"]) }, [], false],
    [
      "given back in two parts, one of them called off",
      { refunded: true, refunds: refundsOf([500, "canceled"], [499, "succeeded"]) },
      [],
      false,
    ],
    [
      "given back once more after that failed",
      { refunded: true, refunds: refundsOf([999, "succeeded"], [999, "failed"]) },
      [],
      true,
    ],
    ["given back in part", { refunded: false, amount_refunded: 500 }, [], false],
    ["disputed", { disputed: true }, ["needs_response"], true],
    ["disputed, and under review", { disputed: true }, ["under_review"], true],
    ["disputed, and lost", { disputed: true }, ["lost"], true],
    ["disputed, and won", { disputed: true }, ["won"], false],
    ["asked about, and that was settled", { disputed: true }, ["warning_closed"], false],
    ["disputed twice, and won once", { disputed: true }, ["won", "lost"], true],
    ["disputed, won, and given back", { disputed: true, refunded: true }, ["won"], true],
  ])("that was %s: reversed %s", async (_, charge, statuses, reversed) => {
    const disputes = statuses.map((status, nth) => ({ id: `dp_${nth}`, object: "dispute", status }));
    expect(await one(anIntent({ latest_charge: aCharge(charge) }), disputes)).toHaveProperty("reversed", reversed);
  });
});

test("everything of the customer is read, ended or not, with invoices, payments and charges, and no more", async () => {
  const { requests, recurring, single } = await read({
    subscriptions: [aSubscription({ status: "canceled" }), aSubscription({ id: "sub_2" })],
    intents: [anIntent(), anIntent({ id: "pi_2" })],
  });
  expect(recurring.map(({ id }) => id)).toEqual(["sub_1", "sub_2"]);
  expect(single.map(({ id }) => id)).toEqual(["pi_1", "pi_2"]);
  expect(requests.map(({ call, params }) => [call, params]).toSorted()).toEqual([
    ["GET /v1/customers/cus_1", {}],
    ["GET /v1/invoices", { customer: "cus_1", status: "paid", limit: "100", "expand[0]": "data.payments" }],
    ["GET /v1/invoices", { customer: "cus_1", status: "open", limit: "100" }],
    ["GET /v1/payment_intents", { customer: "cus_1", limit: "100", "expand[0]": "data.latest_charge.refunds" }],
    ["GET /v1/subscriptions", { customer: "cus_1", status: "all", limit: "100" }],
  ]);
});

test.each([
  ["a balance below zero", { balance: -1714 }, 1714],
  ["a balance that is owed", { balance: 300 }, -300],
  ["no balance", { balance: 0 }, 0],
  ["a customer who is deleted", { deleted: true }, 0],
])("of %s the credit is told", async (_, fields, cents) => {
  expect(await read({ customer: { id: "cus_1", object: "customer", ...fields } })).toHaveProperty("creditCents", cents);
});

describe("what is paid for and has not arrived", () => {
  const pending = async (held: Parameters<typeof read>[0]) => (await read(held)).pending;
  const debit = (fields = {}) => anIntent({ status: "processing", ...fields });

  test("is a month whose payment the bank works at, and a plan whose first payment it does", async () => {
    const first = debit({ id: "pi_2", metadata: {} });
    const begun = aSubscription({ status: "incomplete", created: on(3) });
    expect(await pending({ intents: [first, debit()], subscriptions: [begun] })).toEqual([
      { plan: "plus", billing: "once", since: isoOn(1) },
      { plan: "pro", billing: "monthly", since: isoOn(3) },
    ]);
  });

  test("is nothing that is paid, or was not, or that somebody has to confirm", async () => {
    const statuses = ["succeeded", "requires_payment_method", "requires_action", "canceled"];
    const intents = statuses.map((status, nth) => anIntent({ id: `pi_${nth}`, status }));
    const begun = aSubscription({ status: "incomplete" });
    expect(await pending({ intents, subscriptions: [begun] })).toEqual([]);
    expect(await pending({ intents: [debit({ metadata: {} })], subscriptions: [aSubscription()] })).toEqual([]);
  });
});
