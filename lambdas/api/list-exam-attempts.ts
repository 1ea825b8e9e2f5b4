import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { examAttempts } from "../services.ts";

const providers = {
  examAttempts: pickMethods(examAttempts, "page"),
};
type Services = ProvidedServices<typeof providers>;

export async function listExamAttempts(
  { caller, params }: Pick<RouteCall<"list-exam-attempts">, "caller" | "params">,
  services: Services,
) {
  return services.examAttempts.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(examRoutes, "list-exam-attempts", listExamAttempts, providers);
