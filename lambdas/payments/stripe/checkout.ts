import type Stripe from "stripe";
import { paths } from "../../../domain/http/pages.ts";
import { priceLookupKey } from "../../../domain/plans/price.ts";
import type { PlanChoice } from "../payment-provider.ts";
import { listAll } from "./client.ts";
import { createOnce } from "./create-once.ts";
import { waitsForMonthsKey } from "./customer-billing.ts";

const lookupKeyOf = ({ plan, billing }: PlanChoice) => priceLookupKey(plan, billing);

/** Searches by the lookup key, so that no price id must be configured. */
export async function findPrice(stripe: Stripe, choice: PlanChoice): Promise<string> {
  const lookupKey = lookupKeyOf(choice);
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`Stripe has no price with the lookup key ${lookupKey}; run npm run stripe:setup`);
  return price.id;
}

function choiceMetadata(choice: PlanChoice, origin: string): Record<string, string> {
  return {
    lookup_key: lookupKeyOf(choice),
    origin,
    first_billed_at: choice.firstBilledAt ?? "",
    credit_pays: choice.creditPays ? "true" : "",
  };
}

/** Stripe calls the time before the first bill a trial. The metadata distinguishes this wait from a free trial. */
function waitParams({ firstBilledAt }: PlanChoice, metadata: Record<string, string>) {
  if (firstBilledAt === undefined) return { metadata };
  return {
    metadata: { ...metadata, [waitsForMonthsKey]: "true" },
    trial_end: Math.floor(Date.parse(firstBilledAt) / 1000),
  };
}

type SessionOwner = { customer: string; userId: string };

function sessionParams(
  { customer, userId }: SessionOwner,
  choice: PlanChoice,
  price: string,
  origin: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: userId, plan_type: choice.plan, billing: choice.billing };
  const common = {
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: origin + paths.paymentSuccess,
    cancel_url: `${origin}${paths.pricing}?from=home`,
    metadata: { ...metadata, ...choiceMetadata(choice, origin) },
  };
  return choice.billing === "monthly"
    ? { ...common, mode: "subscription", subscription_data: waitParams(choice, metadata) }
    : { ...common, mode: "payment", payment_intent_data: { metadata } };
}

function isForChoice(session: Stripe.Checkout.Session, choice: PlanChoice, origin: string): boolean {
  return Object.entries(choiceMetadata(choice, origin)).every(
    ([key, value]) => (session.metadata?.[key] ?? "") === value,
  );
}

async function expireAll(stripe: Stripe, sessions: readonly Stripe.Checkout.Session[]): Promise<void> {
  await Promise.all(
    sessions.map(async ({ id }) => {
      try {
        await stripe.checkout.sessions.expire(id);
      } catch (error) {
        // If the page was paid or expired meanwhile, there is nothing to close.
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === "open") throw error;
      }
    }),
  );
}

function listOpenSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return listAll(stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }));
}

export async function expireOpenSessions(stripe: Stripe, customer: string): Promise<void> {
  await expireAll(stripe, await listOpenSessions(stripe, customer));
}

/** Keeps the newest page, so that concurrent calls keep the same page. */
async function keepNewest(
  stripe: Stripe,
  customer: string,
  mine: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const open = await listOpenSessions(stripe, customer);
  const [newest = mine, ...others] = open.toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
  await expireAll(stripe, others);
  return newest;
}

/** Returns null if another choice was made at the same time. */
export async function openCheckoutPage(
  stripe: Stripe,
  owner: SessionOwner,
  choice: PlanChoice,
  origin: string,
): Promise<string | null> {
  const [{ data: known }, price] = await Promise.all([
    stripe.checkout.sessions.list({ customer: owner.customer, limit: 100 }),
    findPrice(stripe, choice),
  ]);
  const open = known.filter(({ status }) => status === "open");
  const reusable = open.find((session) => isForChoice(session, choice, origin));
  await expireAll(
    stripe,
    open.filter((session) => session !== reusable),
  );
  if (reusable?.url) return reusable.url;
  // Simultaneous calls for the same choice see the same last session, so they use the same key and get the same page.
  const mark = Object.values(choiceMetadata(choice, origin)).join("-");
  const idempotencyKey = `checkout-${owner.customer}-${price}-${mark}-${known[0]?.id ?? "first"}`;
  const params = sessionParams(owner, choice, price, origin);
  const made = await createOnce(idempotencyKey, (options) => stripe.checkout.sessions.create(params, options));
  const kept = await keepNewest(stripe, owner.customer, made);
  return isForChoice(kept, choice, origin) ? kept.url : null;
}
