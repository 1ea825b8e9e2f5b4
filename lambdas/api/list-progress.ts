import { practiceRoutes } from "../../domain/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { progress } from "../services.ts";
import type { ProgressStore } from "../store/progress.ts";

/** A page of the segments that the caller has practised, each with how far they came. */
export async function listProgress(
  { caller, params }: Pick<Call<"list-progress">, "caller" | "params">,
  services: { progress: Pick<ProgressStore, "page"> },
) {
  return services.progress.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(practiceRoutes, "list-progress", listProgress, { progress });
