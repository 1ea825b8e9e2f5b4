import { describe, expect, test } from "vitest";
import {
  allPrices,
  allProducts,
  apiVersion,
  cents,
  completeAccount,
  endpoint,
  eventsIn,
  type Plan,
  plans,
  price,
  product,
  setUp,
  webhookUrl,
} from "../../support/stripe-account.ts";
import { planChangingEvents } from "../../support/stripe-event-names.ts";

describe("the set-up of an account without products", () => {
  test("creates a product for each paid plan, with a monthly price and a price for a single month", async () => {
    const { sentTo } = await setUp({});
    expect(sentTo("/v1/products")).toEqual(allProducts.map(({ id, name }) => ({ id, name })));
    const common = (plan: Plan, lookup_key: string) => ({
      product: `parlance_${plan}`,
      currency: "usd",
      unit_amount: String(cents[plan]),
      lookup_key,
      transfer_lookup_key: "true",
      "metadata[lookup_key]": lookup_key,
    });
    expect(sentTo("/v1/prices")).toEqual(
      plans.flatMap((plan) => [
        { ...common(plan, `parlance_${plan}_monthly`), "recurring[interval]": "month" },
        common(plan, `parlance_${plan}_once`),
      ]),
    );
  });

  test("creates one webhook, in the given API version, that receives every event that can change a plan", async () => {
    const { sentTo } = await setUp({});
    const [sent, ...others] = sentTo("/v1/webhook_endpoints");
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ url: webhookUrl, api_version: apiVersion });
    expect(eventsIn(sent).sort()).toEqual([...planChangingEvents].sort());
  });

  test("creates a portal without plan changes, for bills, cards and cancellations", async () => {
    const { sentTo } = await setUp({ prices: allPrices });
    expect(sentTo("/v1/billing_portal/configurations")).toEqual([
      {
        default_return_url: "https://app.example.com/profile",
        "metadata[app]": "parlance",
        "features[invoice_history][enabled]": "true",
        "features[payment_method_update][enabled]": "true",
        "features[subscription_cancel][enabled]": "true",
        "features[subscription_cancel][mode]": "at_period_end",
        "features[subscription_update][enabled]": "false",
        "features[subscription_update][trial_update_behavior]": "continue_trial",
      },
    ]);
  });

  test("reports each created object, with the signing secret of the webhook", async () => {
    const { steps } = await setUp({});
    expect(steps).toEqual([
      ...plans.flatMap((plan) => [
        { resource: `product parlance_${plan}`, outcome: "created" },
        { resource: `price parlance_${plan}_monthly`, outcome: "created" },
        { resource: `price parlance_${plan}_once`, outcome: "created" },
      ]),
      { resource: `webhook endpoint ${webhookUrl}`, outcome: "created", secret: "whsec_new" },
      { resource: "customer portal", outcome: "created" },
    ]);
  });

  test("creates no webhook if no webhook address is given", async () => {
    const { steps, sentTo } = await setUp({}, { webhookUrl: undefined });
    expect(sentTo("/v1/webhook_endpoints")).toEqual([]);
    expect(steps.map(({ resource }) => resource).filter((what) => what.startsWith("webhook"))).toEqual([]);
  });
});

describe("the set-up of a complete account", () => {
  test("updates only the portal", async () => {
    const { changes, steps } = await setUp(completeAccount);
    expect(changes.map(([call]) => call)).toEqual(["POST /v1/billing_portal/configurations/bpc_1"]);
    expect(steps.map(({ outcome }) => outcome)).toEqual([...Array(10).fill("unchanged"), "updated"]);
  });

  test("finds the webhook among 20 others, and reports the webhook as unchanged", async () => {
    const others = Array.from({ length: 20 }, (_, nth) =>
      endpoint({ id: `we_x${nth}`, url: `https://x${nth}.example` }),
    );
    const { outcomeOf } = await setUp({ ...completeAccount, endpoints: [...others, endpoint()] });
    expect(outcomeOf(`webhook endpoint ${webhookUrl}`)).toBe("unchanged");
  });
});

describe("the set-up of an account with missing, wrong or old objects", () => {
  test.each([
    ["has a wrong name", { name: "Plus" }],
    ["is not on sale", { active: false }],
  ])("corrects a product that %s", async (_, change) => {
    const { sentTo, outcomeOf } = await setUp({
      ...completeAccount,
      products: [product("plus", change), ...allProducts.slice(1)],
    });
    expect(sentTo("/v1/products/parlance_plus")).toEqual([{ active: "true", name: "Parlance Plus" }]);
    expect(outcomeOf("product parlance_plus")).toBe("updated");
    expect(sentTo("/v1/products")).toEqual([]);
  });

  test.each([
    ["has a wrong amount", "monthly", { unit_amount: 998 }],
    ["is in a wrong currency", "monthly", { currency: "aud" }],
    ["does not recur although it is for a monthly plan", "monthly", { recurring: null }],
    ["is billed by the year", "monthly", { recurring: { interval: "year", interval_count: 1 } }],
    ["is billed every second month", "monthly", { recurring: { interval: "month", interval_count: 2 } }],
    ["recurs although it is for a single month", "once", { recurring: { interval: "month", interval_count: 1 } }],
  ] as const)("replaces a price that %s", async (_, billing, change) => {
    const wrong = price("pro", billing, change);
    const prices = allPrices.map((one) => (one.lookup_key === wrong.lookup_key ? wrong : one));
    const { sentTo, outcomeOf } = await setUp({ ...completeAccount, prices });
    expect(sentTo("/v1/prices")).toEqual([
      expect.objectContaining({ lookup_key: wrong.lookup_key, unit_amount: "1999", transfer_lookup_key: "true" }),
    ]);
    expect(outcomeOf(`price ${wrong.lookup_key}`)).toBe("updated");
  });

  test("creates a price again if the existing price is inactive", async () => {
    const prices = allPrices.map((one) => (one.id === "price_plus_once" ? { ...one, active: false } : one));
    expect((await setUp({ ...completeAccount, prices })).outcomeOf("price parlance_plus_once")).toBe("created");
  });

  test.each(planChangingEvents)("subscribes the webhook to the missing event %s", async (missing) => {
    const enabled_events = planChangingEvents.filter((event) => event !== missing);
    const { sentTo, outcomeOf } = await setUp({ ...completeAccount, endpoints: [endpoint({ enabled_events })] });
    const [sent] = sentTo("/v1/webhook_endpoints/we_1");
    expect(eventsIn(sent).sort()).toEqual([...planChangingEvents].sort());
    expect(outcomeOf(`webhook endpoint ${webhookUrl}`)).toBe("updated");
  });

  test("enables a disabled webhook of the same API version", async () => {
    const { sentTo } = await setUp({ ...completeAccount, endpoints: [endpoint({ status: "disabled" })] });
    expect(sentTo("/v1/webhook_endpoints/we_1")).toEqual([expect.objectContaining({ disabled: "false" })]);
  });

  test("creates a webhook if the existing webhook has another address", async () => {
    const elsewhere = endpoint({ url: "https://old.example.com/webhooks/stripe", api_version: "2025-01-27.acacia" });
    const { sentTo, steps } = await setUp({ ...completeAccount, endpoints: [elsewhere] });
    expect(sentTo("/v1/webhook_endpoints")).toHaveLength(1);
    expect(sentTo("/v1/webhook_endpoints/we_1")).toEqual([]);
    expect(steps).toContainEqual(expect.objectContaining({ outcome: "created", secret: "whsec_new" }));
  });

  test("replaces a webhook of another API version, and disables the old webhook", async () => {
    const { changes, steps } = await setUp({
      ...completeAccount,
      endpoints: [endpoint({ api_version: "2025-01-27.acacia" })],
    });
    const ofWebhooks = changes.filter(([call]) => call.includes("webhook_endpoints"));
    // The new endpoint is created before the old one is disabled, so that no event is lost.
    expect(ofWebhooks).toEqual([
      ["POST /v1/webhook_endpoints", expect.objectContaining({ url: webhookUrl, api_version: apiVersion })],
      ["POST /v1/webhook_endpoints/we_1", { disabled: "true" }],
    ]);
    expect(steps).toContainEqual(expect.objectContaining({ outcome: "created", secret: "whsec_new" }));
    const what = `webhook endpoint ${webhookUrl} of version 2025-01-27.acacia`;
    expect(steps).toContainEqual({ resource: what, outcome: "disabled" });
  });

  test("does not change a disabled webhook of another API version", async () => {
    const old = endpoint({ id: "we_0", api_version: "2025-01-27.acacia", status: "disabled" });
    const { changes } = await setUp({ ...completeAccount, endpoints: [old, endpoint()] });
    expect(changes.filter(([call]) => call.includes("webhook_endpoints"))).toEqual([]);
  });

  const portal = (change = {}) => ({ id: "bpc_1", is_default: false, active: true, metadata: {}, ...change });
  test.each([
    ["has no portal", []],
    ["has only a default portal", [portal({ is_default: true })]],
    ["has only another app's portal", [portal({ metadata: { app: "other" } })]],
  ])("creates a portal if the account %s", async (_, portals) => {
    const { sentTo, outcomeOf } = await setUp({ ...completeAccount, portals });
    expect(sentTo("/v1/billing_portal/configurations")).toEqual([
      expect.objectContaining({ "metadata[app]": "parlance" }),
    ]);
    expect(sentTo("/v1/billing_portal/configurations/bpc_1")).toEqual([]);
    expect(outcomeOf("customer portal")).toBe("created");
  });

  test("activates the app's inactive portal if the app has no active portal", async () => {
    const own = { app: "parlance" };
    const portals = [
      portal({ id: "bpc_0", active: false, metadata: own }),
      portal({ metadata: own }),
      portal({ id: "bpc_2", is_default: true }),
    ];
    const path = "/v1/billing_portal/configurations/bpc_1";
    expect((await setUp({ ...completeAccount, portals })).sentTo(path)).toHaveLength(1);
    const inactive = await setUp({ ...completeAccount, portals: [portal({ active: false, metadata: own })] });
    expect(inactive.sentTo(path)).toEqual([expect.objectContaining({ active: "true" })]);
  });
});
