import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { progress } from "../services.ts";

const providers = {
  progress: pickMethods(progress, "page"),
};
type Services = ProvidedServices<typeof providers>;

export async function listProgress(
  { caller, params }: Pick<RouteCall<"list-progress">, "caller" | "params">,
  services: Services,
) {
  return services.progress.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-progress", listProgress, providers);
