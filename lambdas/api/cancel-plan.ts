import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { inOpenSession } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { type PlanServices, setPlanEnding } from "../payments/plan-ending.ts";
import { sessionCheck, syncing } from "../services.ts";

/** Cancels the caller's plan at the end of the time that is paid for; access lasts until then. */
export async function cancelPlan({ caller }: Pick<Call<"cancel-plan">, "caller">, services: PlanServices) {
  return setPlanEnding(caller.userId, true, services);
}

export const handler = onLearnerHttp(planRoutes, "cancel-plan", inOpenSession(cancelPlan), {
  ...syncing,
  sessionCheck,
});
