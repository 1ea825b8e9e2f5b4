import { practiceRoutes } from "../../domain/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { completedScenarios } from "../services.ts";
import type { CompletedScenarios } from "../store/completed-scenarios.ts";

/** Every scenario that the caller has completed. */
export async function listCompletedScenarios(
  { caller }: Pick<Call<"list-completed-scenarios">, "caller">,
  services: { completedScenarios: Pick<CompletedScenarios, "list"> },
) {
  return services.completedScenarios.list(caller.userId);
}

export const handler = onLearnerHttp(practiceRoutes, "list-completed-scenarios", listCompletedScenarios, {
  completedScenarios,
});
