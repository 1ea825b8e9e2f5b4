import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { failed, ok, type StripeAnswer, startScriptedStripe, webhookSecret } from "../../../support/stripe-server.ts";
import {
  aCharge,
  anIntent,
  anInvoice,
  aSession,
  aSubscription,
  isoOn,
  secondsOn,
} from "../../support/stripe-objects.ts";

const body = (object: unknown, type = "invoice.paid", created = 1_800_000_000) =>
  JSON.stringify({ id: "evt_1", object: "event", api_version: "2026-10-28.endive", created, type, data: { object } });

const about = body({ ...anInvoice(), customer: "cus_1" });
const seconds = () => Math.floor(Date.now() / 1000);

type Signing = { secret?: string; timestamp?: number };
const sign = (payload: string, { secret = webhookSecret, timestamp = seconds() }: Signing = {}) =>
  new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret, timestamp });

async function reading(script: Readonly<Record<string, StripeAnswer>> = {}) {
  const { payments, requests } = await startScriptedStripe(script);
  return { read: payments.readEvent, requests };
}

describe("the signature of an event", () => {
  test("is accepted again if the event arrives again", async () => {
    const { read, requests } = await reading();
    const event = { id: "evt_1", type: "invoice.paid", customerId: "cus_1" };
    const signature = sign(about);
    expect([await read(about, signature), await read(about, signature)]).toEqual([event, event]);
    expect(requests).toEqual([]);
  });

  test("is accepted if one of several signatures matches, as during a rotation of the secret", async () => {
    const { read } = await reading();
    const [, ours] = sign(about).split(",");
    const [time, theirs] = sign(about, { secret: "whsec_old" }).split(",");
    expect(await read(about, `${time},${theirs},${ours}`)).toHaveProperty("id", "evt_1");
  });

  test("is accepted if it is four minutes old", async () => {
    const { read } = await reading();
    expect(await read(about, sign(about, { timestamp: seconds() - 240 }))).toHaveProperty("id", "evt_1");
  });

  const good = sign(about);
  test.each([
    ["is missing", about, ""],
    ["is not in the form of a signature", about, "signed, Stripe"],
    ["has no time", about, good.replace(/t=\d+,/, "")],
    ["has no hash", about, good.replace(/,v1=.*/, "")],
    ["has half of the hash", about, good.slice(0, -32)],
    ["is of another scheme", about, good.replace("v1=", "v0=")],
    ["was made with another secret", about, sign(about, { secret: "whsec_forged" })],
    ["was made with a blank secret", about, sign(about, { secret: " " })],
    ["belongs to another body", body({ customer: "cus_2" }), good],
    ["belongs to a longer body", about.slice(0, -1), good],
    ["belongs to a body with other spaces", `${about} `, good],
    ["comes with an empty body", "", good],
    ["belongs to another time", about, good.replace(/t=\d+/, `t=${seconds() + 1}`)],
    ["is an hour old", about, sign(about, { timestamp: seconds() - 3600 })],
    ["is a little older than five minutes", about, sign(about, { timestamp: seconds() - 330 })],
    ["signs a body that is not JSON", "no JSON", sign("no JSON")],
  ])("is refused if it %s", async (_, payload, signature) => {
    const { read, requests } = await reading({ "GET /v1/charges/ch_1": ok(aCharge({ customer: "cus_1" })) });
    await expect(read(payload, signature)).rejects.toMatchObject({
      code: "bad_signature",
      message: "The signature does not fit",
    });
    expect(requests).toEqual([]);
  });
});

describe("the customer of an event", () => {
  const customerIn = async (object: unknown, script: Readonly<Record<string, StripeAnswer>> = {}) => {
    const { read } = await reading(script);
    const payload = body(object);
    return (await read(payload, sign(payload))).customerId;
  };

  test.each([
    ["a checkout page", aSession({ customer: "cus_1" })],
    ["a subscription", aSubscription()],
    ["an invoice", { ...anInvoice(), customer: "cus_1" }],
    ["a payment", anIntent({ customer: "cus_1" })],
    ["a charge", aCharge({ customer: "cus_1" })],
    [
      "an object that contains the whole customer",
      { object: "subscription", customer: { id: "cus_1", object: "customer" } },
    ],
    ["an object with a deleted customer", { object: "subscription", customer: { id: "cus_1", deleted: true } }],
    ["an event about the customer itself", { object: "customer", id: "cus_1", email: "asha@example.org" }],
  ])("is read from %s", async (_, object) => {
    expect(await customerIn(object)).toBe("cus_1");
  });

  test.each([
    ["a dispute", { object: "dispute", id: "dp_1", charge: "ch_1" }],
    ["a refund", { object: "refund", id: "re_1", charge: "ch_1", payment_intent: "pi_1" }],
  ])("for %s, is the customer of its charge", async (_, object) => {
    for (const customer of ["cus_1", { id: "cus_1", object: "customer" }]) {
      expect(await customerIn(object, { "GET /v1/charges/ch_1": ok(aCharge({ customer })) })).toBe("cus_1");
    }
  });

  test("is returned for a refund, together with the learner of the refunded charge", async () => {
    const refund = { object: "refund", id: "re_1", charge: "ch_1", customer: "cus_1", metadata: {} };
    const charge = aCharge({ customer: "cus_1", metadata: { user_id: "asha" } });
    const { read } = await reading({ "GET /v1/charges/ch_1": ok(charge) });
    const payload = body(refund);
    expect(await read(payload, sign(payload))).toMatchObject({ customerId: "cus_1", userId: "asha" });
  });

  test.each([
    ["a checkout page without a customer", aSession({ customer: null })],
    ["a payout", { object: "payout", id: "po_1" }],
    ["a price", { object: "price", id: "price_1" }],
    ["an event without an object", null],
  ])("is null for %s", async (_, object) => {
    expect(await customerIn(object)).toBeNull();
  });

  test("is null for a dispute of a charge without a customer", async () => {
    const dispute = { object: "dispute", id: "dp_1", charge: "ch_1" };
    expect(await customerIn(dispute, { "GET /v1/charges/ch_1": ok(aCharge({ customer: null })) })).toBeNull();
  });

  test("cannot be read from a dispute while Stripe fails", async () => {
    const dispute = { object: "dispute", id: "dp_1", charge: "ch_1" };
    const script = { "GET /v1/charges/ch_1": failed(500, { type: "api_error" }) };
    await expect(customerIn(dispute, script)).rejects.toMatchObject({ code: "payments_unavailable" });
  });
});

describe("the learner of an event", () => {
  const ofAsha = { user_id: "asha" };
  test.each([
    ["a payment", anIntent({ metadata: ofAsha })],
    ["a subscription", aSubscription({ metadata: ofAsha })],
    ["a customer", { object: "customer", id: "cus_1", metadata: ofAsha }],
    ["the subscription of an invoice", { object: "invoice", parent: { subscription_details: { metadata: ofAsha } } }],
  ])("is the learner of %s", async (_, object) => {
    const { read } = await reading();
    const payload = body(object);
    expect(await read(payload, sign(payload))).toHaveProperty("userId", "asha");
  });

  test("is the learner of a disputed charge", async () => {
    const charge = aCharge({ customer: "cus_1", metadata: ofAsha });
    const { read } = await reading({ "GET /v1/charges/ch_1": ok(charge) });
    const payload = body({ object: "dispute", id: "dp_1", charge: "ch_1" });
    expect(await read(payload, sign(payload))).toMatchObject({ customerId: "cus_1", userId: "asha" });
  });
});

describe("the arrival of a payment for a single month", () => {
  const arrival = async (fields: object, seconds: number, type = "payment_intent.succeeded") => {
    const { read } = await reading();
    const payload = body(anIntent({ customer: "cus_1", ...fields }), type, secondsOn(1) + seconds);
    return (await read(payload, sign(payload))).arrived;
  };
  const days = 86_400;

  test("is reported for a payment that took an hour or longer", async () => {
    expect(await arrival({}, 4 * days)).toEqual({ intent: "pi_1", at: isoOn(5) });
    expect(await arrival({}, 3600)).toEqual({ intent: "pi_1", at: "2027-01-01T01:00:00.000Z" });
  });

  test("is not reported for a payment in under an hour, a processing payment or a monthly plan", async () => {
    expect(await arrival({}, 3599)).toBeUndefined();
    expect(await arrival({}, 4 * days, "payment_intent.processing")).toBeUndefined();
    expect(await arrival({ metadata: {} }, 4 * days)).toBeUndefined();
    expect(await arrival({ metadata: { billing: "monthly" } }, 4 * days)).toBeUndefined();
  });
});

describe("invalid data of an event", () => {
  const isBadRequest = { code: "bad_request" };

  test.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a number", "7"],
    ["a text", '"invoice.paid"'],
    ["an empty object", "{}"],
    ["an event without data", JSON.stringify({ id: "evt_1", created: 1, type: "invoice.paid" })],
    ["an event with a text for data", JSON.stringify({ id: "evt_1", created: 1, type: "invoice.paid", data: "ch_1" })],
    ["an event with null for data", JSON.stringify({ id: "evt_1", created: 1, type: "invoice.paid", data: null })],
    ["an event without a type", JSON.stringify({ id: "evt_1", created: 1, data: { object: anInvoice() } })],
    [
      "an event whose id is a number",
      JSON.stringify({ id: 1, created: 1, type: "invoice.paid", data: { object: anInvoice() } }),
    ],
  ])("is a bad request: %s", async (_, payload) => {
    const { read, requests } = await reading();
    await expect(read(payload, sign(payload))).rejects.toMatchObject(isBadRequest);
    expect(requests).toEqual([]);
  });

  test.each([
    ["a dispute with an empty charge id", { object: "dispute", id: "dp_1", charge: "" }, "charge.dispute.created"],
    [
      "a dispute with a malformed charge id",
      { object: "dispute", id: "dp_1", charge: "../x" },
      "charge.dispute.created",
    ],
    ["a late payment with an empty id", anIntent({ id: "" }), "payment_intent.succeeded"],
    ["a late payment with a malformed id", anIntent({ id: "pi_1/cancel?x" }), "payment_intent.succeeded"],
  ])("is a bad request: %s", async (_, object, type) => {
    const { read, requests } = await reading();
    const payload = body(object, type, secondsOn(9));
    await expect(read(payload, sign(payload))).rejects.toMatchObject(isBadRequest);
    expect(requests).toEqual([]);
  });

  test("is a bad request: an event with an impossible time", async () => {
    const { read } = await reading();
    const payload = body(anIntent(), "payment_intent.succeeded", 9_000_000_000_000);
    await expect(read(payload, sign(payload))).rejects.toMatchObject(isBadRequest);
  });

  test("is a bad request: a payment that notePaid does not find at Stripe", async () => {
    const error = { type: "invalid_request_error", code: "resource_missing", message: "No such payment_intent" };
    const { payments } = await startScriptedStripe({ "POST /v1/payment_intents/pi_1": failed(404, error) });
    await expect(payments.notePaid({ intent: "pi_1", at: isoOn(5) })).rejects.toMatchObject(isBadRequest);
  });

  test("leads to no customer: an empty customer id", async () => {
    const { read } = await reading();
    const payload = body({ object: "invoice", customer: "" });
    expect(await read(payload, sign(payload))).toHaveProperty("customerId", null);
  });

  test("is a bad request: a dispute of a charge that does not exist", async () => {
    const error = { type: "invalid_request_error", code: "resource_missing", message: "No such charge: 'ch_1'" };
    const { read } = await reading({ "GET /v1/charges/ch_1": failed(404, error) });
    const payload = body({ object: "dispute", id: "dp_1", charge: "ch_1" });
    await expect(read(payload, sign(payload))).rejects.toMatchObject(isBadRequest);
  });
});
