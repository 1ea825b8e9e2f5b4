import type Stripe from "stripe";
import { type PaidPlanType, planCatalogue, planName } from "../../domain/plans/plan.ts";
import { type Billing, billings, paidPlanTypes, priceLookupKey } from "../../domain/plans/price.ts";
import { isOwnPortal, portalMetadata, webhookEvents } from "../../domain/plans/stripe.ts";

export type StripeSetup = {
  /** Undefined for a setup that receives events in another way. */
  webhookUrl: string | undefined;
  appOrigin: string;
  /** If true, a new endpoint replaces an existing one, because Stripe shows a secret only once. */
  isWebhookSecretLost?: boolean;
};

/** `secret` is only present in the step that creates a webhook endpoint. */
export type SetupStep = {
  resource: string;
  outcome: "created" | "updated" | "unchanged" | "disabled";
  secret?: string;
};

const productId = (plan: PaidPlanType) => `parlance_${plan}`;

async function setUpProduct(stripe: Stripe, plan: PaidPlanType): Promise<SetupStep> {
  const what = `product ${productId(plan)}`;
  const name = `Parlance ${planName(plan)}`;
  const { data } = await stripe.products.list({ ids: [productId(plan)], limit: 1 });
  const [product] = data;
  if (!product) {
    await stripe.products.create({ id: productId(plan), name });
    return { resource: what, outcome: "created" };
  }
  if (product.active && product.name === name) return { resource: what, outcome: "unchanged" };
  await stripe.products.update(product.id, { active: true, name });
  return { resource: what, outcome: "updated" };
}

function priceInCents(plan: PaidPlanType): number {
  const entry = planCatalogue.find(({ type }) => type === plan);
  if (!entry) throw new Error(`The catalogue has no plan ${plan}`);
  return entry.monthlyCents;
}

/**
 * Stripe cannot change the amount of a price, so a new price gets the lookup key. Running subscriptions keep their old
 * price.
 */
async function setUpPrice(stripe: Stripe, plan: PaidPlanType, billing: Billing): Promise<SetupStep> {
  const lookupKey = priceLookupKey(plan, billing);
  const what = `price ${lookupKey}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  const isMonthly = price?.recurring?.interval === "month" && price.recurring.interval_count === 1;
  const fits =
    price?.unit_amount === priceInCents(plan) && price.currency === "usd" && isMonthly === (billing === "monthly");
  if (fits) return { resource: what, outcome: "unchanged" };
  await stripe.prices.create({
    product: productId(plan),
    currency: "usd",
    unit_amount: priceInCents(plan),
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata: { lookup_key: lookupKey },
    ...(billing === "monthly" ? { recurring: { interval: "month" } } : {}),
  });
  return { resource: what, outcome: price ? "updated" : "created" };
}

type Endpoint = Stripe.WebhookEndpoint;

async function setUpEndpoint(stripe: Stripe, url: string, apiVersion: string, known: readonly Endpoint[]) {
  const what = `webhook endpoint ${url}`;
  const ofVersion = known.filter(({ api_version }) => api_version === apiVersion);
  const endpoint = ofVersion.find(({ status }) => status === "enabled") ?? ofVersion[0];
  if (!endpoint) {
    const version = apiVersion as Stripe.WebhookEndpointCreateParams["api_version"] & string;
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...webhookEvents],
      api_version: version,
    });
    return { resource: what, outcome: "created" as const, ...(made.secret ? { secret: made.secret } : {}) };
  }
  const listens = webhookEvents.every((event) => endpoint.enabled_events.includes(event));
  if (listens && endpoint.status === "enabled") return { resource: what, outcome: "unchanged" as const };
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...webhookEvents], disabled: false });
  return { resource: what, outcome: "updated" as const };
}

/**
 * Stripe cannot change an endpoint's version, and shows its secret only once. So endpoints of another version or with a
 * lost secret are replaced.
 */
async function setUpWebhook(
  stripe: Stripe,
  url: string,
  apiVersion: string,
  secretLost: boolean,
): Promise<SetupStep[]> {
  const all: Endpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) all.push(endpoint);
  }
  const steps: SetupStep[] = [await setUpEndpoint(stripe, url, apiVersion, secretLost ? [] : all)];
  for (const { id, api_version, status } of all) {
    if ((api_version === apiVersion && !secretLost) || status === "disabled") continue;
    await stripe.webhookEndpoints.update(id, { disabled: true });
    steps.push({ resource: `webhook endpoint ${url} of version ${api_version ?? "unknown"}`, outcome: "disabled" });
  }
  return steps;
}

async function findOwnPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const own: Stripe.BillingPortal.Configuration[] = [];
  for await (const configuration of stripe.billingPortal.configurations.list({ limit: 100 })) {
    if (isOwnPortal(configuration)) own.push(configuration);
  }
  return own.find(({ active }) => active) ?? own[0];
}

async function setUpPortal(stripe: Stripe, appOrigin: string): Promise<SetupStep> {
  const what = "customer portal";
  const configuration = {
    default_return_url: `${appOrigin}/profile`,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      // The portal cannot prevent a change of plan while a renewal is unpaid, and such a change would create credit. If
      // changes are ever enabled, `continue_trial` lets a plan that waits for prepaid months continue to wait.
      subscription_update: { enabled: false, trial_update_behavior: "continue_trial" },
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
  const present = await findOwnPortal(stripe);
  if (present) await stripe.billingPortal.configurations.update(present.id, { ...configuration, active: true });
  else await stripe.billingPortal.configurations.create({ ...configuration, metadata: portalMetadata });
  return { resource: what, outcome: present ? "updated" : "created" };
}

/** Can be repeated safely. */
export async function setUpStripe(
  stripe: Stripe,
  { webhookUrl, appOrigin, isWebhookSecretLost = false }: StripeSetup,
  apiVersion: string,
  report: (step: SetupStep) => void,
): Promise<void> {
  for (const plan of paidPlanTypes) {
    report(await setUpProduct(stripe, plan));
    for (const billing of billings) report(await setUpPrice(stripe, plan, billing));
  }
  if (webhookUrl) {
    for (const step of await setUpWebhook(stripe, webhookUrl, apiVersion, isWebhookSecretLost)) report(step);
  }
  report(await setUpPortal(stripe, appOrigin));
}
