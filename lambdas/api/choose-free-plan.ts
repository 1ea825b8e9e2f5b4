import { Refusal } from "../../domain/http/refusal.ts";
import { planRoutes } from "../../domain/plans/plan-routes.ts";
import {
  createSubscriptionWithoutPlan,
  hasPaidAccess,
  type Subscription,
  subscriptionStatus,
} from "../../domain/plans/subscription.ts";
import { withFreePlan } from "../../domain/plans/subscription-from-billing.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { changeRow } from "../payments/change-row.ts";
import { publishRow } from "../payments/sync-subscription.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { bus, clock, subscriptions } from "../services.ts";

const providers = {
  bus,
  clock,
  subscriptions: pickMethods(subscriptions, "get", "replace"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws Refusal "paid_plan_active" if a paid plan still gives access, and those of `changeRow` */
export async function chooseFreePlan(
  { caller }: Pick<RouteCall<"choose-free-plan">, "caller">,
  services: Services,
): Promise<Subscription> {
  const { before, row } = await changeRow(services.subscriptions, caller.userId, (previous) => {
    const now = services.clock.now();
    if (hasPaidAccess(previous, now)) {
      throw new Refusal("paid_plan_active", "You have an active paid subscription. Cancel it first.");
    }
    if (previous && subscriptionStatus(previous, now) === "free") return previous;
    return withFreePlan(previous ?? createSubscriptionWithoutPlan(caller.userId, now), now);
  });
  if (row !== before) await publishRow(services.bus, row);
  return row;
}

export const handler = onLearnerHttp(planRoutes, "choose-free-plan", chooseFreePlan, providers);
