import { planRoutes } from "../../domain/plan-routes.ts";
import { webhookEvents } from "../../domain/stripe-events.ts";
import { type Call, onHttp } from "../http.ts";
import type { Payments } from "../payments/payments.ts";
import { type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { addLogFields, count, log } from "../runtime/log.ts";
import { bus, clock, payments, subscriptions } from "../services.ts";

const relevant = new Set<string>(webhookEvents);

/**
 * Takes Stripe's events. Whatever the event says, the customer is synced with what Stripe holds now, so order,
 * duplicates and old news do no harm. A failure is answered with 5xx, and Stripe sends the event again.
 * Why: docs/decisions/0078-stripe-state-is-read.md
 */
export async function receiveStripeEvent(
  { request }: Pick<Call<"stripe-webhook">, "request">,
  services: SyncServices & { payments: Pick<Payments, "readEvent" | "notePaid"> },
) {
  const event = await services.payments.readEvent(request.rawBody, request.header("stripe-signature"));
  addLogFields({ eventId: event.id, type: event.type });
  count("EventsVerified");
  if (event.arrived) await services.payments.notePaid(event.arrived);
  if (event.customerId && relevant.has(event.type)) {
    const row = await syncSubscription(event.customerId, services);
    // What a deleted learner's customer still causes is no news; money from nobody is.
    if (!row && (event.settled || event.type === "invoice.paid")) count("PaymentsOfUnknown");
    else if (!row) log("info", "event of an unknown customer");
    else addLogFields({ userId: row.user_id });
  }
  if (event.settled) count("CheckoutsPaid");
  return { received: true as const };
}

export const handler = onHttp(planRoutes, "stripe-webhook", receiveStripeEvent, {
  bus,
  clock,
  payments,
  subscriptions,
});
