import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { requireActiveSession } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type PlanServices, setPlanEnding } from "../payments/plan-ending.ts";
import { sessionCheck, syncProviders } from "../services.ts";

/**
 * Cancels the caller's plan. Access lasts until the end of the paid time. If a payment is open, the plan ends at once.
 */
export async function cancelPlan({ caller }: Pick<RouteCall<"cancel-plan">, "caller">, services: PlanServices) {
  return setPlanEnding(caller.userId, true, services);
}

export const handler = onLearnerHttp(planRoutes, "cancel-plan", requireActiveSession(cancelPlan), {
  ...syncProviders,
  sessionCheck,
});
