import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { webhookEvents } from "../../domain/plans/stripe.ts";
import { type Call, onHttp } from "../http.ts";
import type { PaymentEvent, Payments } from "../payments/payments.ts";
import { type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { addLogFields, count, log } from "../runtime/log.ts";
import { syncing } from "../services.ts";

const relevant = new Set<string>(webhookEvents);

type Services = SyncServices & { payments: Pick<Payments, "readEvent" | "notePaid" | "refundLate"> };

/** Events after which a customer has paid. */
const isPaid = ({ type, settled }: PaymentEvent) =>
  settled === true || type === "invoice.paid" || type === "payment_intent.succeeded";

/** Syncs the learner whom an event concerns; money of a customer who is gone that buys nothing is refunded. */
async function syncLearner(event: PaymentEvent, customerId: string, services: Services): Promise<void> {
  const row = await syncSubscription(customerId, services, event.userId);
  if (row) addLogFields({ userId: row.user_id });
  // The row of an account that is being deleted may still exist.
  if (row?.stripe_customer_id === customerId && !event.ofClosed) return;
  const isRefunded = isPaid(event) && (await services.payments.refundLate(customerId));
  if (row) return;
  // Events of a deleted learner's customer are expected; a payment of an unknown customer is not.
  const isUnknown = !isRefunded && isPaid(event) && event.type !== "payment_intent.succeeded";
  if (isUnknown) count("PaymentsOfUnknown");
  else log("info", isRefunded ? "late payment refunded" : "event of an unknown customer");
}

/**
 * Takes Stripe's events. Whatever the event says, the customer is synced with what Stripe holds now, so order,
 * duplicates and old news do no harm. A failure is answered with 5xx, and Stripe sends the event again.
 * Why: docs/decisions/0012-sync-from-stripe-state.md
 */
export async function receiveStripeEvent({ request }: Pick<Call<"stripe-webhook">, "request">, services: Services) {
  const event = await services.payments.readEvent(request.rawBody, request.header("stripe-signature"));
  addLogFields({ eventId: event.id, type: event.type });
  count("EventsVerified");
  if (event.arrived) await services.payments.notePaid(event.arrived);
  if (event.customerId && relevant.has(event.type)) await syncLearner(event, event.customerId, services);
  if (event.settled) count("CheckoutsPaid");
  return { received: true as const };
}

export const handler = onHttp(planRoutes, "stripe-webhook", receiveStripeEvent, syncing);
