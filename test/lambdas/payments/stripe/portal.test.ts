import { describe, expect, test } from "vitest";
import {
  failed,
  list,
  ok,
  type StripeAnswer,
  type StripeRequest,
  startScriptedStripe,
} from "../../../support/stripe-server.ts";
import { aPrice } from "../../support/stripe-objects.ts";
import { createStripeWorld } from "../../support/stripe-world.ts";

const listing = "GET /v1/billing_portal/configurations";
const opening = "POST /v1/billing_portal/sessions";
const url = "https://billing.example/p";
const back = "https://app.example/profile";
const own = (id: string) => ({ id, is_default: false, active: true, metadata: { app: "parlance" } });
const foreign = (id: string) => ({ id, is_default: true, active: true, metadata: {} });

describe("the customer portal", () => {
  test("opens for the customer with the return URL and this product's configuration", async () => {
    const { payments, posts } = await startScriptedStripe({
      [listing]: list(foreign("bpc_0"), { ...own("bpc_2"), metadata: { app: "other" } }, own("bpc_1")),
      [opening]: ok({ id: "bps_1", url }),
    });
    expect(await payments.openPortal("cus_1", back)).toBe(url);
    expect(posts()).toEqual([[opening, { customer: "cus_1", configuration: "bpc_1", return_url: back }]]);
  });

  test("uses a configuration on a later page of the list", async () => {
    const pages = ({ params }: StripeRequest): StripeAnswer =>
      params["starting_after"] === "bpc_0"
        ? list(own("bpc_1"))
        : ok({ object: "list", data: [foreign("bpc_0")], has_more: true, url: "/v1/billing_portal/configurations" });
    const { payments, posts } = await startScriptedStripe({ [listing]: pages, [opening]: ok({ url }) });
    await payments.openPortal("cus_1", back);
    expect(posts()).toEqual([[opening, expect.objectContaining({ configuration: "bpc_1" })]]);
  });

  test("fetches its configuration once for three sessions", async () => {
    const { payments, requests } = await startScriptedStripe({ [listing]: list(own("bpc_1")), [opening]: ok({ url }) });
    for (const customer of ["cus_1", "cus_2", "cus_3"]) await payments.openPortal(customer, back);
    expect(requests.filter(({ call }) => call === listing)).toHaveLength(1);
  });

  test("fetches its configuration again after Stripe refuses the cached configuration", async () => {
    const present = [own("bpc_1"), own("bpc_2")];
    const { payments } = await startScriptedStripe({
      [listing]: () => list(present[0]),
      [opening]: ({ params }) =>
        params["configuration"] === present[0]?.id
          ? ok({ url })
          : failed(400, { type: "invalid_request_error", message: "This configuration is inactive." }),
    });
    expect(await payments.openPortal("cus_1", back)).toBe(url);
    present.shift();
    await expect(payments.openPortal("cus_1", back)).rejects.toThrow("inactive");
    expect(await payments.openPortal("cus_1", back)).toBe(url);
  });

  test("throws an error with the command to run if this product has no configuration", async () => {
    const { payments, posts } = await startScriptedStripe({ [listing]: list(foreign("bpc_0")) });
    await expect(payments.openPortal("cus_1", back)).rejects.toThrow("npm run stripe:setup");
    expect(posts()).toEqual([]);
  });

  test("is refused for a customer that was deleted at Stripe", async () => {
    const error = {
      type: "invalid_request_error",
      code: "resource_missing",
      param: "customer",
      message: "No such one",
    };
    const { payments } = await startScriptedStripe({ [listing]: list(own("bpc_1")), [opening]: failed(400, error) });
    await expect(payments.openPortal("cus_1", back)).rejects.toMatchObject({ code: "not_recurring" });
  });
});

describe("under an idempotency key,", () => {
  const replayed = (answer: StripeAnswer): StripeAnswer => ({ ...answer, headers: { "idempotent-replayed": "true" } });
  const outage = failed(500, { type: "api_error", message: "Something broke" });

  test.each([
    ["a stored server error", replayed(outage)],
    ["a refusal of changed parameters", failed(400, { type: "idempotency_error", message: "Keys" })],
  ])("a failure caused by an earlier call makes createCustomer retry with another key: %s", async (_, earlier) => {
    const { payments, requests } = await startScriptedStripe({
      "POST /v1/customers": ({ idempotencyKey }) =>
        idempotencyKey === "customer-asha" ? earlier : ok({ id: "cus_9" }),
    });
    expect(await payments.createCustomer("asha", "asha@example.org")).toBe("cus_9");
    const keys = requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual(["customer-asha", expect.stringMatching(/^customer-asha-./)]);
  });

  test("a failure caused by an earlier call makes openCheckout retry with another key", async () => {
    const made = { id: "cs_1", object: "checkout.session", status: "open", created: 1, url, metadata: {} };
    let first = "";
    const { payments } = await startScriptedStripe({
      "GET /v1/checkout/sessions": list(),
      "GET /v1/prices": list(aPrice("parlance_plus_once")),
      "POST /v1/checkout/sessions": ({ idempotencyKey = "", params }) => {
        first ||= idempotencyKey;
        const metadata = Object.fromEntries(
          Object.entries(params).flatMap(([key, value]) => {
            const [, name] = /^metadata\[(\w+)\]$/.exec(key) ?? [];
            return name === undefined ? [] : [[name, value]];
          }),
        );
        return idempotencyKey === first ? replayed(outage) : ok({ ...made, metadata });
      },
    });
    const choice = { plan: "plus", billing: "once" } as const;
    expect(await payments.openCheckout("cus_1", "asha", choice, "https://app.example")).toBe(url);
  });

  test("a failure of the present call causes no retry with another key", async () => {
    const { payments, requests } = await startScriptedStripe({ "POST /v1/customers": outage });
    await expect(payments.createCustomer("asha", "asha@example.org")).rejects.toMatchObject({
      code: "payments_unavailable",
    });
    expect(requests).toHaveLength(1);
  });
});

test("a request whose idempotency key is in use is repeated, and refused if Stripe forbids a retry", async () => {
  const error = { type: "idempotency_error", code: "idempotency_key_in_use", message: "In use" };
  const inUse: StripeAnswer = { ...failed(409, error), headers: { "stripe-should-retry": "true" } };
  const once = [inUse];
  const busy = await startScriptedStripe({ "POST /v1/customers": () => once.shift() ?? ok({ id: "cus_9" }) });
  expect(await busy.payments.createCustomer("asha", "asha@example.org")).toBe("cus_9");
  expect(busy.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["customer-asha", "customer-asha"]);
  const stuck = await startScriptedStripe({ "POST /v1/customers": failed(409, error) });
  await expect(stuck.payments.createCustomer("asha", "a@example.org")).rejects.toMatchObject({
    code: "payments_unavailable",
  });
});

test("a plan whose refund failed at the bank can be refunded again", async () => {
  const { buy, hear, paid, plan, services, sdk, controls } = await createStripeWorld();
  await buy("plus", "monthly");
  const { id } = await plan();
  await services.payments.cancelAndRefund(id);
  const [payment] = await paid();
  const refunds = async () => (await sdk.refunds.list({ payment_intent: payment?.id ?? "" })).data;
  const [refund] = await refunds();
  controls.failRefund(refund?.id ?? "");
  await services.payments.cancelAndRefund(id);
  expect((await refunds()).map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  await services.payments.cancelAndRefund(id);
  expect(await refunds()).toHaveLength(2);
  expect(await hear()).toMatchObject({ plan_type: "free" });
});
