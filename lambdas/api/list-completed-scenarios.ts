import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { completedScenarios } from "../services.ts";

const providers = {
  completedScenarios: only(completedScenarios, "page"),
};
type Services = Provided<typeof providers>;

/** A page of the scenarios that the caller has completed. */
export async function listCompletedScenarios(
  { caller, params }: Pick<Call<"list-completed-scenarios">, "caller" | "params">,
  services: Services,
) {
  return services.completedScenarios.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-completed-scenarios", listCompletedScenarios, providers);
