import type Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import { isOwnPortal } from "../../../domain/plans/stripe.ts";
import { isMissing } from "./client.ts";

export type PortalCache = WeakMap<Stripe, string>;

async function findConfiguration(stripe: Stripe): Promise<string> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (isOwnPortal(configuration)) return configuration.id;
  }
  throw new Error("Stripe has no configuration of the customer portal for this product; run npm run stripe:setup");
}

/**
 * Names the configuration, because Stripe would otherwise use the account's default:
 * https://docs.stripe.com/api/customer_portal/sessions/create
 * @throws Refusal "not_recurring"
 */
export async function openPortal(
  stripe: Stripe,
  found: PortalCache,
  customer: string,
  returnUrl: string,
): Promise<string> {
  const configuration = found.get(stripe) ?? (await findConfiguration(stripe));
  found.set(stripe, configuration);
  try {
    return (await stripe.billingPortal.sessions.create({ customer, configuration, return_url: returnUrl })).url;
  } catch (error) {
    // The configuration may be inactive by now, so the next call searches again.
    found.delete(stripe);
    if (!isMissing(error, "customer")) throw error;
    throw new Refusal("not_recurring", "Your payment account is closed. There is nothing to manage.");
  }
}
