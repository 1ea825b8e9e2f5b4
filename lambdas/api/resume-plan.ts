import { planRoutes } from "../../domain/plans/plan-routes.ts";
import { inOpenSession } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { type PlanServices, setPlanEnding } from "../payments/plan-ending.ts";
import { sessionCheck, syncing } from "../services.ts";

/** Resumes a cancelled plan that still gives access. */
export async function resumePlan({ caller }: Pick<Call<"resume-plan">, "caller">, services: PlanServices) {
  return setPlanEnding(caller.userId, false, services);
}

export const handler = onLearnerHttp(planRoutes, "resume-plan", inOpenSession(resumePlan), {
  ...syncing,
  sessionCheck,
});
