import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { requireActiveSession } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type PlanServices, setPlanEnding } from "../payments/plan-ending.ts";
import { sessionCheck, syncProviders } from "../services.ts";

export async function cancelPlan({ caller }: Pick<RouteCall<"cancel-plan">, "caller">, services: PlanServices) {
  return setPlanEnding(caller.userId, true, services);
}

export const handler = onLearnerHttp(planRoutes, "cancel-plan", requireActiveSession(cancelPlan), {
  ...syncProviders,
  sessionCheck,
});
