import { practiceRoutes } from "../../domain/practice-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { progress } from "../services.ts";
import type { ProgressStore } from "../store/progress.ts";

/** How far the caller has come with every segment that they have practised. */
export async function listProgress(
  { caller }: Pick<Call<"list-progress">, "caller">,
  services: { progress: Pick<ProgressStore, "list"> },
) {
  return services.progress.list(caller.userId);
}

export const handler = onLearnerHttp(practiceRoutes, "list-progress", listProgress, { progress });
