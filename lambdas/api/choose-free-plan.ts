import { Refusal } from "../../domain/http/refusal.ts";
import { withFreePlan } from "../../domain/plans/billing.ts";
import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { hasPaidAccess, noPlan, type Subscription, subscriptionStatus } from "../../domain/plans/subscription.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { changeRow } from "../payments/change-row.ts";
import { announceRow } from "../payments/sync-subscription.ts";
import { only, type Provided } from "../providers.ts";
import { bus, clock, subscriptions } from "../services.ts";

const providers = {
  bus,
  clock,
  subscriptions: only(subscriptions, "get", "replace"),
};
type Services = Provided<typeof providers>;

/** Puts the caller on the free plan, unless a paid plan still gives access. */
export async function chooseFreePlan(
  { caller }: Pick<Call<"choose-free-plan">, "caller">,
  services: Services,
): Promise<Subscription> {
  const { before, row } = await changeRow(services.subscriptions, caller.userId, (previous) => {
    const now = services.clock.now();
    if (hasPaidAccess(previous, now)) {
      throw new Refusal("paid_plan_active", "You have an active paid subscription. Cancel it first.");
    }
    if (previous && subscriptionStatus(previous, now) === "free") return previous;
    return withFreePlan(previous ?? noPlan(caller.userId, now), now);
  });
  if (row !== before) await announceRow(services.bus, row);
  return row;
}

export const handler = onLearnerHttp(planRoutes, "choose-free-plan", chooseFreePlan, providers);
