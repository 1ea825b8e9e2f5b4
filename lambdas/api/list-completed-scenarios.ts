import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { completedScenarios } from "../services.ts";

const providers = {
  completedScenarios: pickMethods(completedScenarios, "page"),
};
type Services = ProvidedServices<typeof providers>;

export async function listCompletedScenarios(
  { caller, params }: Pick<RouteCall<"list-completed-scenarios">, "caller" | "params">,
  services: Services,
) {
  return services.completedScenarios.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-completed-scenarios", listCompletedScenarios, providers);
