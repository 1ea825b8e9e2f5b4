import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { webhookEvents } from "../../domain/plans/stripe.ts";
import { onHttp, type RouteCall } from "../http.ts";
import type { PaymentEvent, PaymentProvider } from "../payments/payment-provider.ts";
import { type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { addLogFields, countMetric, log } from "../runtime/log.ts";
import { syncProviders } from "../services.ts";

const relevantTypes = new Set<string>(webhookEvents);

type Services = SyncServices & { payments: Pick<PaymentProvider, "readEvent" | "notePaid" | "refundLate"> };

const isPaymentEvent = ({ type, settled }: PaymentEvent) =>
  settled === true || type === "invoice.paid" || type === "payment_intent.succeeded";

async function syncLearner(event: PaymentEvent, customerId: string, services: Services): Promise<void> {
  const row = await syncSubscription(customerId, services, event.userId);
  if (row) addLogFields({ userId: row.user_id });
  // A payment of a closed account is refunded even if the row still exists, as during the deletion of the account.
  if (row?.stripe_customer_id === customerId && !event.ofClosed) return;
  const isRefunded = isPaymentEvent(event) && (await services.payments.refundLate(customerId));
  if (row) return;
  // The customer of a deleted learner also causes events without a payment. These are not unknown payments.
  const isUnknown = !isRefunded && isPaymentEvent(event) && event.type !== "payment_intent.succeeded";
  if (isUnknown) countMetric("PaymentsOfUnknown");
  else log("info", isRefunded ? "late payment refunded" : "event of an unknown customer");
}

/**
 * Syncs the customer with Stripe's present state, so order, duplicates and old events do no harm. After a failure,
 * Stripe sends the event again.
 * Why: docs/decisions/0012-sync-from-stripe-state.md
 */
export async function receiveStripeEvent(
  { request }: Pick<RouteCall<"stripe-webhook">, "request">,
  services: Services,
) {
  const event = await services.payments.readEvent(request.rawBody, request.header("stripe-signature"));
  addLogFields({ eventId: event.id, type: event.type });
  countMetric("EventsVerified");
  if (event.arrived) await services.payments.notePaid(event.arrived);
  if (event.customerId && relevantTypes.has(event.type)) await syncLearner(event, event.customerId, services);
  if (event.settled) countMetric("CheckoutsPaid");
  return { received: true as const };
}

export const handler = onHttp(planRoutes, "stripe-webhook", receiveStripeEvent, syncProviders);
