import { paths } from "../../domain/http/pages.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { hasRecurring } from "../../domain/plans/subscription.ts";
import { limitCalls, requireActiveSession, requireOwnOrigin } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { appOrigins, callCounts, payments, sessionCheck, subscriptions } from "../services.ts";

const providers = {
  appOrigins,
  callCounts: pickMethods(callCounts, "admit"),
  payments: pickMethods(payments, "openPortal"),
  subscriptions: pickMethods(subscriptions, "get"),
};
type Services = ProvidedServices<typeof providers>;

/** Opens the payment provider's page for cards and invoices. Learners pay overdue renewals there. */
export async function openCustomerPortal(
  { caller, body }: Pick<RouteCall<"customer-portal">, "caller" | "body">,
  services: Services,
) {
  const origin = requireOwnOrigin(services.appOrigins, body.returnUrl);
  const row = await services.subscriptions.get(caller.userId);
  if (!row?.stripe_customer_id || !hasRecurring(row)) {
    throw new Refusal("not_recurring", "Only monthly plans have a Customer Portal.");
  }
  await limitCalls(services.callCounts, "customer-portal", caller.userId);
  return { url: await services.payments.openPortal(row.stripe_customer_id, origin + paths.profilePlan) };
}

export const handler = onLearnerHttp(planRoutes, "customer-portal", requireActiveSession(openCustomerPortal), {
  ...providers,
  sessionCheck,
});
