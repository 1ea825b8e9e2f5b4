import { webhookEvents } from "../../domain/stripe-events.ts";
import { type Call, onHttp } from "../http.ts";
import { log } from "../log.ts";
import type { Payments } from "../payments/payments.ts";
import { type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
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
  if (event.arrived) await services.payments.notePaid(event.arrived);
  if (event.customerId && relevant.has(event.type)) {
    const row = await syncSubscription(event.customerId, services);
    if (!row) log("warn", "event of an unknown customer", { eventId: event.id, type: event.type });
  }
  return { received: true as const };
}

export const handler = onHttp("stripe-webhook", receiveStripeEvent, { bus, clock, payments, subscriptions });
