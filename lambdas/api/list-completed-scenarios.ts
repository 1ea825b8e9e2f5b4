import { practiceRoutes } from "../../domain/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { completedScenarios } from "../services.ts";
import type { CompletedScenarios } from "../store/completed-scenarios.ts";

/** A page of the scenarios that the caller has completed. */
export async function listCompletedScenarios(
  { caller, params }: Pick<Call<"list-completed-scenarios">, "caller" | "params">,
  services: { completedScenarios: Pick<CompletedScenarios, "page"> },
) {
  return services.completedScenarios.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-completed-scenarios", listCompletedScenarios, {
  completedScenarios,
});
