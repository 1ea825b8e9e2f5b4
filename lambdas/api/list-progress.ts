import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { progress } from "../services.ts";

const providers = {
  progress: only(progress, "page"),
};
type Services = Provided<typeof providers>;

/** A page of the segments that the caller has practised, each with how far they came. */
export async function listProgress(
  { caller, params }: Pick<Call<"list-progress">, "caller" | "params">,
  services: Services,
) {
  return services.progress.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-progress", listProgress, providers);
