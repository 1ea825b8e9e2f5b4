import { paths } from "../../domain/http/pages.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { hasRecurring } from "../../domain/plans/subscription.ts";
import { inOpenSession, limitCalls, originAmong } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { appOrigins, callCounts, payments, sessionCheck, subscriptions } from "../services.ts";

const providers = {
  appOrigins,
  callCounts: only(callCounts, "admit"),
  payments: only(payments, "openPortal"),
  subscriptions: only(subscriptions, "get"),
};
type Services = Provided<typeof providers>;

/**
 * Opens the payment provider's page for cards and invoices. It is for plans that renew, or did: an overdue one is paid
 * there.
 */
export async function openCustomerPortal(
  { caller, body }: Pick<Call<"customer-portal">, "caller" | "body">,
  services: Services,
) {
  const origin = originAmong(services.appOrigins, body.returnUrl);
  const row = await services.subscriptions.get(caller.userId);
  if (!row?.stripe_customer_id || !hasRecurring(row)) {
    throw new Refusal("not_recurring", "Only monthly plans have a Customer Portal.");
  }
  await limitCalls(services.callCounts, "customer-portal", caller.userId);
  return { url: await services.payments.openPortal(row.stripe_customer_id, origin + paths.profilePlan) };
}

export const handler = onLearnerHttp(planRoutes, "customer-portal", inOpenSession(openCustomerPortal), {
  ...providers,
  sessionCheck,
});
