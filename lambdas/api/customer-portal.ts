import { paths } from "../../domain/pages.ts";
import { planRoutes } from "../../domain/plan-routes.ts";
import { Refusal } from "../../domain/refusal.ts";
import { hasRecurring } from "../../domain/subscription.ts";
import { inOpenSession, limitCalls, originAmong } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import type { Payments } from "../payments/payments.ts";
import { appOrigins, callCounts, payments, sessionCheck, subscriptions } from "../services.ts";
import type { CallCounts } from "../store/call-counts.ts";
import type { Subscriptions } from "../store/subscriptions.ts";

/**
 * Opens the payment provider's page for cards and invoices. It is for plans that renew, or did: an overdue one is paid
 * there.
 */
export async function openCustomerPortal(
  { caller, body }: Pick<Call<"customer-portal">, "caller" | "body">,
  services: {
    subscriptions: Pick<Subscriptions, "get">;
    callCounts: Pick<CallCounts, "admit">;
    payments: Pick<Payments, "openPortal">;
    appOrigins: readonly string[];
  },
) {
  const origin = originAmong(services.appOrigins, body.returnUrl);
  const row = await services.subscriptions.get(caller.userId);
  if (!row?.stripe_customer_id || !hasRecurring(row)) {
    throw new Refusal("not_recurring", "Only plans that renew by themselves have a customer portal.");
  }
  await limitCalls(services.callCounts, "customer-portal", caller.userId);
  return { url: await services.payments.openPortal(row.stripe_customer_id, origin + paths.profilePlan) };
}

export const handler = onLearnerHttp(planRoutes, "customer-portal", inOpenSession(openCustomerPortal), {
  callCounts,
  appOrigins,
  payments,
  sessionCheck,
  subscriptions,
});
