import { type StudyPage, studyRoutes } from "../../domain/study/study-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { studyChanges } from "../services.ts";

const providers = { studyChanges: pickMethods(studyChanges, "page") };
type Services = ProvidedServices<typeof providers>;

/** `params.after` is the number of a batch. */
export async function listStudyChanges(
  { caller, params }: Pick<RouteCall<"list-study-changes">, "caller" | "params">,
  services: Services,
): Promise<StudyPage> {
  return services.studyChanges.page(caller.userId, Number(params.after ?? 0));
}

export const handler = onLearnerHttp(studyRoutes, "list-study-changes", listStudyChanges, providers);
