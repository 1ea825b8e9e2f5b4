import { describe, expect, test } from "vitest";
import { recurringStatuses } from "../../../../domain/plans/purchase.ts";
import { createCardFunding } from "../../../support/card-funding.ts";
import { list, ok, type StripeAnswer, startScriptedStripe } from "../../../support/stripe-server.ts";
import {
  aCharge,
  anIntent,
  anInvoice,
  anItem,
  aPrice,
  aSubscription,
  aTransaction,
  isoOn,
  refundsOf,
  secondsOn,
} from "../../support/stripe-objects.ts";

type StripeObjects = {
  subscriptions?: unknown[];
  invoices?: unknown[];
  intents?: unknown[];
  disputes?: unknown[];
  customer?: unknown;
  transactions?: unknown[];
};

async function read(objects: StripeObjects) {
  const { subscriptions = [], invoices = [], intents = [], disputes = [], transactions = [], customer } = objects;
  const stripe = await startScriptedStripe({
    "GET /v1/subscriptions": list(...subscriptions),
    "GET /v1/invoices": list(...invoices),
    "GET /v1/customers/cus_1/balance_transactions": list(...transactions),
    "GET /v1/customers/cus_1": ok(customer ?? { id: "cus_1", object: "customer", balance: 0 }),
    "GET /v1/payment_intents": list(...intents),
    "GET /v1/disputes": ({ params }): StripeAnswer => (params["charge"] === "ch_1" ? list(...disputes) : list()),
  });
  return { ...(await stripe.payments.billingOf("cus_1")), requests: stripe.requests };
}

describe("a recurring purchase", () => {
  const one = async (subscription: unknown, objects: StripeObjects = {}) =>
    (await read({ ...objects, subscriptions: [subscription] })).recurring[0];

  test("has the period of its item", async () => {
    expect(await one(aSubscription())).toEqual({
      id: "sub_1",
      plan: "pro",
      status: "active",
      createdAt: isoOn(1),
      billedFrom: isoOn(1),
      periodStart: isoOn(1),
      periodEnd: isoOn(1, 2),
      endsAt: null,
      funding: createCardFunding(0),
      isPeriodPaid: false,
      firstPaidAt: null,
      dueCents: 0,
    });
  });

  test("has the amount due of its own open invoices", async () => {
    const [mine, more, other] = [999, 300, 500].map((amount_remaining) => ({
      ...anInvoice(),
      status: "open",
      amount_remaining,
    }));
    const others = { ...other, parent: { subscription_details: { subscription: "sub_2" } } };
    const owing = aSubscription({ status: "past_due" });
    expect(await one(owing, { invoices: [mine, more, others] })).toMatchObject({
      dueCents: 1299,
      isPeriodPaid: false,
      firstPaidAt: null,
    });
  });

  test.each([
    ["at the end of its period", { cancel_at_period_end: true }, isoOn(1, 2)],
    ["at an instant, as in flexible billing", { cancel_at: secondsOn(1, 2) }, isoOn(1, 2)],
    [
      "at an instant before the end of the period",
      { cancel_at: secondsOn(20), cancel_at_period_end: false },
      isoOn(20),
    ],
    [
      "at the end of its period and at an instant",
      { cancel_at: secondsOn(1, 2), cancel_at_period_end: true },
      isoOn(1, 2),
    ],
    ["never", {}, null],
    [
      "early, although a later end was set",
      { ended_at: secondsOn(10), cancel_at: secondsOn(1, 2), status: "canceled" },
      isoOn(10),
    ],
  ])("has the end that Stripe's fields state: %s", async (_, fields, endsAt) => {
    expect(await one(aSubscription(fields))).toHaveProperty("endsAt", endsAt);
  });

  test("has the plan of the price's lookup key, or else of the price's metadata", async () => {
    const plan = async (price: unknown) => (await one(aSubscription({ items: [anItem({ price })] })))?.plan;
    expect(await plan(aPrice("parlance_premium_monthly"))).toBe("premium");
    expect(await plan(aPrice(null, { lookup_key: "parlance_plus_monthly" }))).toBe("plus");
    expect(await plan(aPrice("parlance_premium_monthly", { lookup_key: "parlance_plus_monthly" }))).toBe("premium");
  });

  test.each([
    ["of another product", aSubscription({ items: [anItem({ price: aPrice("another_pro_monthly") })] })],
    ["of a price without a key", aSubscription({ items: [anItem({ price: aPrice(null) })] })],
    ["without an item", aSubscription({ items: [] })],
  ])("%s is ignored", async (_, subscription) => {
    expect(await one(subscription)).toBeUndefined();
  });

  test("has Stripe's status, and is paused for an unknown status", async () => {
    for (const status of recurringStatuses)
      expect(await one(aSubscription({ status }))).toHaveProperty("status", status);
    expect(await one(aSubscription({ status: "brand_new" }))).toHaveProperty("status", "paused");
  });

  const refunded = anIntent({ id: "pi_9", metadata: {}, latest_charge: aCharge({ amount_refunded: 999 }) });
  const fundingBy = async (...invoices: unknown[]) =>
    (await one(aSubscription(), { invoices, intents: [refunded] }))?.funding;

  test.each([
    ["an id", "pi_9"],
    ["an object", { id: "pi_9", object: "payment_intent" }],
  ])("counts the kept and the returned cents of its period if Stripe gives a payment as %s", async (_, payment) => {
    expect(await fundingBy(anInvoice("pi_0", payment), anInvoice("pi_1"))).toEqual(createCardFunding(1998, 999));
  });

  const lines = (start: number, end: number) => ({ data: [{ period: { start, end } }] });
  const [link] = anInvoice("pi_9").payments.data;
  test.each([
    ["without an invoice", []],
    ["if its invoice has an empty list of payments", [anInvoice()]],
    ["if the payment of its invoice has no payment intent", [anInvoice(undefined)]],
    ["if its invoice is void", [{ ...anInvoice("pi_9"), status: "void" }]],
    ["if its invoice has no list of payments", [{ ...anInvoice(), payments: undefined }]],
    [
      "if the payment was not made",
      [{ ...anInvoice(), payments: { data: [Object.assign({}, link, { status: "open" })] } }],
    ],
    [
      "if the invoice is of the previous period",
      [{ ...anInvoice("pi_9"), lines: lines(secondsOn(1) - 2_678_400, secondsOn(1)) }],
    ],
    ["if the invoice belongs to no subscription", [{ ...anInvoice("pi_9"), parent: null }]],
    [
      "if the invoice belongs to another subscription",
      [{ ...anInvoice("pi_9"), parent: { subscription_details: { subscription: "sub_2" } } }],
    ],
  ])("counts no payment %s", async (_, invoices) => {
    expect(await fundingBy(...invoices)).toEqual(createCardFunding(0));
  });

  test("is paid if the bill of its current period is paid", async () => {
    const isPaidBy = async (invoice: unknown) => (await one(aSubscription(), { invoices: [invoice] }))?.isPeriodPaid;
    expect(await isPaidBy(bill(999, 999, "present"))).toBe(true);
    expect(await isPaidBy({ ...bill(999, 999, "present"), status: "open" })).toBe(false);
    expect(await isPaidBy(bill(999, 999, "past"))).toBe(false);
  });

  test("counts the price difference paid for a change of plan as a payment", async () => {
    expect(await fundingBy({ ...anInvoice("pi_0"), lines: lines(secondsOn(20), secondsOn(1, 2)) })).toEqual(
      createCardFunding(999),
    );
  });

  const bill = (total: number, due: number, of: "present" | "past", intent?: string) => ({
    ...anInvoice(...(intent ? [intent] : [])),
    total,
    amount_due: due,
    created: of === "past" ? secondsOn(1, -1) : secondsOn(2),
    status_transitions: { finalized_at: null },
    lines: of === "past" ? lines(secondsOn(1, -1), secondsOn(1, 0)) : lines(secondsOn(1), secondsOn(1, 2)),
  });

  test("is funded by the customer's credit, and credit from a returned payment is excess credit", async () => {
    const used = bill(999, 0, "present");
    const left = [bill(-2000, 0, "past"), { ...bill(999, 999, "past", "pi_9") }];
    const objects = await read({ subscriptions: [aSubscription()], invoices: [used, ...left], intents: [refunded] });
    expect(objects.recurring[0]?.funding).toEqual({
      paid: { kept: 0, returned: 0 },
      credit: { kept: 999, returned: 0 },
    });
    // 999 of the 2000 cents of credit came from the refunded payment. The bill used 999 of the other 1001 cents.
    expect(objects.excessCreditCents).toBe(999);
  });

  test("is funded by a past payment that was moved to its period", async () => {
    const moved = aTransaction(-999, { created: secondsOn(2), metadata: { moved_period: "sub_1" } });
    const invoices = [bill(999, 0, "present"), bill(999, 999, "past", "pi_8")];
    expect(await one(aSubscription(), { invoices, transactions: [moved] })).toHaveProperty(
      "funding",
      createCardFunding(999),
    );
  });

  test.each([
    [999, "nothing was withheld yet", []],
    [0, "the credit was withheld", [aTransaction(999, { metadata: { withheld: "true" } })]],
    [-501, "more than the credit was withheld", [aTransaction(1500, { metadata: { withheld: "true" } })]],
    [999, "the operator gave credit", [aTransaction(-500)]],
    [999, "a transaction repeats a bill", [aTransaction(-999, { type: "applied_to_invoice" })]],
  ])("leaves %i cents of excess credit after a returned payment if %s", async (cents, _, transactions) => {
    const invoices = [bill(-999, 0, "past"), bill(999, 999, "past", "pi_9")];
    expect(await read({ invoices, transactions, intents: [refunded] })).toHaveProperty("excessCreditCents", cents);
  });

  test("is billed from the end of its trial if it was sold to follow a single month", async () => {
    const trial = { status: "trialing", trial_end: secondsOn(1, 2) };
    const sold = aSubscription({ ...trial, metadata: { waits_for_months: "true" } });
    expect(await one(sold)).toHaveProperty("billedFrom", isoOn(1, 2));
    expect(await one(aSubscription(trial))).toHaveProperty("billedFrom", isoOn(1));
  });
});

describe("a single month", () => {
  const one = async (intent: unknown, disputes: unknown[] = []) =>
    (await read({ intents: [intent], disputes })).single[0];

  test("counts as paid at the time of its charge", async () => {
    expect(await one(anIntent())).toEqual({
      id: "pi_1",
      plan: "plus",
      paidAt: isoOn(2),
      cents: 999,
      returnedCents: 0,
      supersededAt: null,
    });
    expect(await one(anIntent({ latest_charge: null }))).toHaveProperty("paidAt", isoOn(1));
  });

  test("has the date of its refund only if a renewing plan caused the refund", async () => {
    const refund = { amount: 999, status: "succeeded", created: secondsOn(20), metadata: { reason: "plan_goes_on" } };
    const given = async (fields: Record<string, unknown>) =>
      (
        await one(
          anIntent({ latest_charge: aCharge({ refunded: true, refunds: { data: [{ ...refund, ...fields }] } }) }),
        )
      )?.supersededAt;
    expect(await given({})).toBe(isoOn(20));
    expect(await given({ metadata: {} })).toBeNull();
    expect(await given({ status: "failed" })).toBeNull();
  });

  test("counts as paid at the recorded time at which a late payment arrived", async () => {
    const metadata = { user_id: "asha", plan_type: "plus", billing: "once", paid_at: isoOn(6) };
    expect(await one(anIntent({ metadata }))).toHaveProperty("paidAt", isoOn(6));
    const unreadable = { ...metadata, paid_at: "the sixth" };
    expect(await one(anIntent({ metadata: unreadable }))).toHaveProperty("paidAt", isoOn(2));
  });

  test.each([
    ["is not paid yet", { status: "processing" }],
    ["was not paid", { status: "requires_payment_method" }],
    ["was cancelled", { status: "canceled" }],
    ["belongs to a renewal", { metadata: {} }],
    ["is of a monthly plan", { metadata: { plan_type: "plus", billing: "monthly" } }],
    ["names no plan", { metadata: { billing: "once" } }],
    ["is for the free plan", { metadata: { plan_type: "free", billing: "once" } }],
    ["is for an unknown plan", { metadata: { plan_type: "gold", billing: "once" } }],
  ])("is ignored if the payment %s", async (_, fields) => {
    expect(await one(anIntent(fields))).toBeUndefined();
  });

  test.each([
    [999, "refunded in full", { amount_refunded: 999 }, []],
    [999, "refunded in two parts", { refunds: refundsOf([500, "succeeded"], [499, "pending"]) }, []],
    [0, "refunded, but the refund failed", { amount_refunded: 999, refunds: refundsOf([999, "failed"]) }, []],
    [
      499,
      "refunded in two parts, one of them cancelled",
      { refunds: refundsOf([500, "canceled"], [499, "succeeded"]) },
      [],
    ],
    [999, "refunded again after a failed refund", { refunds: refundsOf([999, "succeeded"], [999, "failed"]) }, []],
    [500, "refunded in part", { amount_refunded: 500 }, []],
    [
      700,
      "refunded more often than the charge's list shows",
      { amount_refunded: 700, refunds: { ...refundsOf([50, "succeeded"]), has_more: true } },
      [],
    ],
    [999, "disputed", { disputed: true }, ["needs_response"]],
    [999, "disputed, and under review", { disputed: true }, ["under_review"]],
    [999, "disputed, and Parlance lost", { disputed: true }, ["lost"]],
    [0, "disputed, and Parlance won", { disputed: true }, ["won"]],
    [0, "questioned by the bank, and the inquiry was closed", { disputed: true }, ["warning_closed"]],
    [999, "disputed twice, and Parlance won once", { disputed: true }, ["won", "lost"]],
    [999, "disputed, won by Parlance, and refunded", { disputed: true, amount_refunded: 999 }, ["won"]],
    [999, "refunded in part, and disputed in full", { disputed: true, amount_refunded: 500 }, ["lost"]],
  ])("has %i returned cents if it was %s", async (cents, _, charge, statuses) => {
    const disputes = statuses.map((status, nth) => ({ id: `dp_${nth}`, object: "dispute", status, amount: 999 }));
    expect(await one(anIntent({ latest_charge: aCharge(charge) }), disputes)).toHaveProperty("returnedCents", cents);
  });
});

test("billingOf reads the billing of a customer with one request for each list", async () => {
  const { requests, recurring, single } = await read({
    subscriptions: [aSubscription({ status: "canceled" }), aSubscription({ id: "sub_2" })],
    intents: [anIntent(), anIntent({ id: "pi_2" })],
  });
  expect(recurring.map(({ id }) => id)).toEqual(["sub_1", "sub_2"]);
  expect(single.map(({ id }) => id)).toEqual(["pi_1", "pi_2"]);
  expect(requests.map(({ call, params }) => [call, params]).toSorted()).toEqual([
    ["GET /v1/customers/cus_1", {}],
    ["GET /v1/customers/cus_1/balance_transactions", { limit: "100" }],
    ["GET /v1/invoices", { customer: "cus_1", limit: "100", "expand[0]": "data.payments" }],
    ["GET /v1/payment_intents", { customer: "cus_1", limit: "100", "expand[0]": "data.latest_charge.refunds" }],
    ["GET /v1/subscriptions", { customer: "cus_1", status: "all", limit: "100" }],
  ]);
});

test.each([
  [1714, "a negative balance", { balance: -1714 }],
  [-300, "a positive balance, which is a debt", { balance: 300 }],
  [0, "a balance of zero", { balance: 0 }],
  [0, "a deleted customer", { deleted: true }],
])("billingOf reads %i cents of credit from %s", async (cents, _, fields) => {
  expect(await read({ customer: { id: "cus_1", object: "customer", ...fields } })).toHaveProperty("creditCents", cents);
});

describe("the pending purchases", () => {
  const pending = async (objects: Parameters<typeof read>[0]) => (await read(objects)).pending;
  const debit = (fields = {}) => anIntent({ status: "processing", ...fields });

  test("are purchases of months and plans that the bank is processing", async () => {
    const first = debit({ id: "pi_2", metadata: {} });
    const begun = aSubscription({ status: "incomplete", created: secondsOn(3) });
    expect(await pending({ intents: [first, debit()], subscriptions: [begun] })).toEqual([
      { plan: "plus", billing: "once", cents: 999, since: isoOn(1) },
      { plan: "pro", billing: "monthly", cents: 999, since: isoOn(3) },
    ]);
  });

  test("exclude payments that are not processing, and payments of an active subscription", async () => {
    const statuses = ["succeeded", "requires_payment_method", "requires_action", "canceled"];
    const begun = aSubscription({ status: "incomplete" });
    // Stripe creates the payments of a recurring plan without metadata.
    for (const fields of [{}, { metadata: {} }]) {
      const intents = statuses.map((status, nth) => anIntent({ id: `pi_${nth}`, status, ...fields }));
      expect(await pending({ intents, subscriptions: [begun] })).toEqual([]);
    }
    expect(await pending({ intents: [debit({ metadata: {} })], subscriptions: [aSubscription()] })).toEqual([]);
  });
});
