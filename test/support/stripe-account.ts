import { type SetupStep, setUpStripe } from "../../operations/stripe/set-up-stripe.ts";
import { planChangingEvents } from "./stripe-event-names.ts";
import { list, ok, type StripeAnswer, type StripeRequest, startScriptedStripe } from "./stripe-server.ts";

export const apiVersion = "2026-10-28.endive";
export const webhookUrl = "https://api.example.com/webhooks/stripe";
export const appOrigin = "https://app.example.com";

/** The prices of the specification. */
export const cents = { plus: 999, pro: 1999, premium: 2999 } as const;
export const plans = ["plus", "pro", "premium"] as const;
export type Plan = (typeof plans)[number];

export const product = (plan: Plan, change = {}) => ({
  id: `parlance_${plan}`,
  name: `Parlance ${{ plus: "Plus", pro: "Pro", premium: "Premium" }[plan]}`,
  active: true,
  ...change,
});
export const price = (plan: Plan, billing: "monthly" | "once", change = {}) => ({
  id: `price_${plan}_${billing}`,
  lookup_key: `parlance_${plan}_${billing}`,
  unit_amount: cents[plan],
  currency: "usd",
  active: true,
  recurring: billing === "monthly" ? { interval: "month", interval_count: 1 } : null,
  ...change,
});
export const endpoint = (change = {}) => ({
  id: "we_1",
  url: webhookUrl,
  api_version: apiVersion,
  enabled_events: [...planChangingEvents].reverse(),
  status: "enabled",
  ...change,
});

export const allProducts = plans.map((plan) => product(plan));
export const allPrices = plans.flatMap((plan) => [price(plan, "monthly"), price(plan, "once")]);

export type Account = { products?: object[]; prices?: object[]; endpoints?: object[]; portals?: object[] };
export const completeAccount: Account = {
  products: allProducts,
  prices: allPrices,
  endpoints: [endpoint()],
  portals: [
    { id: "bpc_0", is_default: true, active: true, metadata: {} },
    { id: "bpc_1", is_default: false, active: true, metadata: { app: "parlance" } },
  ],
};

/** Stripe lists at most ten objects by default. */
function listed(all: readonly object[] = [], { params }: StripeRequest) {
  const wanted = (field: string) =>
    Object.entries(params).flatMap(([key, value]) => (key.startsWith(`${field}[`) ? [value] : []));
  const fits = (one: object) => {
    const fields = new Map(Object.entries(one).map(([key, value]) => [key, String(value)]));
    const isNamed = (field: string, names: string[]) => names.length === 0 || names.includes(fields.get(field) ?? "");
    const isSo = (field: string) => params[field] === undefined || params[field] === fields.get(field);
    return (
      isNamed("id", wanted("ids")) &&
      isNamed("lookup_key", wanted("lookup_keys")) &&
      isSo("active") &&
      isSo("is_default")
    );
  };
  return list(...all.filter(fits).slice(0, Number(params["limit"] ?? 10)));
}

/**
 * The server stores nothing. `changed` adds or replaces responses by call, such as "POST /v1/prices".
 */
export function startScriptedAccount(account: Account, changed: Readonly<Record<string, StripeAnswer>> = {}) {
  const made = (id: string) => ok({ id });
  return startScriptedStripe({
    "GET /v1/products": (request) => listed(account.products, request),
    "GET /v1/prices": (request) => listed(account.prices, request),
    "GET /v1/webhook_endpoints": (request) => listed(account.endpoints, request),
    "GET /v1/billing_portal/configurations": (request) => listed(account.portals, request),
    "POST /v1/products": made("parlance_plus"),
    "POST /v1/products/parlance_plus": made("parlance_plus"),
    "POST /v1/prices": made("price_new"),
    "POST /v1/webhook_endpoints": ok({ id: "we_new", secret: "whsec_new" }),
    "POST /v1/webhook_endpoints/we_1": made("we_1"),
    "POST /v1/billing_portal/configurations": made("bpc_new"),
    "POST /v1/billing_portal/configurations/bpc_1": made("bpc_1"),
    ...changed,
  });
}

export async function setUp(account: Account, setup: { webhookUrl: string | undefined } = { webhookUrl }) {
  const { stripe, posts } = await startScriptedAccount(account);
  const steps: SetupStep[] = [];
  await setUpStripe(stripe, { ...setup, appOrigin }, apiVersion, (step) => steps.push(step));
  const changes = posts();
  return {
    steps,
    changes,
    sentTo: (path: string) => changes.filter(([call]) => call === `POST ${path}`).map(([, params]) => params),
    outcomeOf: (what: string) => steps.find((step) => step.resource === what)?.outcome,
  };
}

type Params = Readonly<Record<string, string>>;
export const eventsIn = (params: Params = {}) =>
  Object.entries(params).flatMap(([key, value]) => (key.startsWith("enabled_events[") ? [value] : []));
