import type { PaidPlanType } from "../../../domain/plans/plan.ts";
import type { Billing } from "../../../domain/plans/price.ts";
import { submit, webhookSecret } from "../../../fakes/stripe/test/fixture.ts";
import { createCheckoutSession } from "../../../lambdas/api/create-checkout-session.ts";
import { createStripePaymentProvider } from "../../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { planChangingEvents } from "../../support/stripe-event-names.ts";
import { startParlanceStripe } from "../../support/stripe-fixture.ts";
import { caller, createPlanWorld } from "./plan-world.ts";

const relevantEvents = new Set<string>(planChangingEvents);

export async function createStripeWorld() {
  const stripe = await startParlanceStripe({ startsAt: "2027-01-01T00:00:00Z" });
  const world = createPlanWorld();
  const payments = createStripePaymentProvider(async () => ({ stripe: stripe.sdk, webhookSecret }));
  const services = { ...world.services, payments, clock: { now: () => stripe.clock.now } };
  const row = () => world.row(caller.userId);
  const customer = () => row()?.stripe_customer_id ?? "";
  /** Syncs, as the webhook does, if a relevant event has arrived. */
  const hear = async () => {
    await stripe.idle();
    const news = stripe.receiver.received.splice(0);
    if (news.some(({ type }) => relevantEvents.has(type))) await syncSubscription(customer(), services);
    return row();
  };
  const choose = (planType: PaidPlanType, billing: Billing) =>
    createCheckoutSession({ caller, body: { planType, billing, returnUrl: "https://app.example/" } }, services);
  const buy = async (planType: PaidPlanType, billing: Billing) => {
    const { outcome, url } = await choose(planType, billing);
    if (outcome === "pay") await submit(url, { action: "pay", card: "works" });
    return hear();
  };
  const moveTo = async (day: string) => {
    await stripe.moveTo(`2027-${day}T00:00:00Z`);
    return hear();
  };
  /** Newest first. */
  const paid = async () => (await stripe.sdk.paymentIntents.list({ customer: customer() })).data;
  /** @throws Error if the number of recurring plans, including ended plans, is not one */
  const plan = async () => {
    const { data } = await stripe.sdk.subscriptions.list({ customer: customer(), status: "all" });
    const [only, ...others] = data;
    if (!only || others.length > 0) throw new Error(`${data.length} plans were bought`);
    return only;
  };
  return { ...stripe, services, row, customer, hear, choose, buy, moveTo, paid, plan };
}
