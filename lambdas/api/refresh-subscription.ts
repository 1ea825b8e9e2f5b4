import { planRoutes } from "../../domain/plans/plan-routes.ts";
import type { Subscription } from "../../domain/plans/subscription.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { syncProviders } from "../services.ts";

export async function refreshSubscription(
  { caller }: Pick<RouteCall<"refresh-subscription">, "caller">,
  services: SyncServices,
): Promise<Subscription | null> {
  const row = await services.subscriptions.get(caller.userId);
  if (!row?.stripe_customer_id) return row;
  return (await syncSubscription(row.stripe_customer_id, services)) ?? row;
}

export const handler = onLearnerHttp(planRoutes, "refresh-subscription", refreshSubscription, syncProviders);
