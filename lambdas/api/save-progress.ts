import { dialogueLanguageOf } from "../../domain/content/scenario.ts";
import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import type { UserProgress } from "../../domain/practice/progress.ts";
import { limitNewProgress } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, progress } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  progress: pickMethods(progress, "holds", "save"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * A late call does not replace a later attempt. An attempt dated in the future is stored with the present time.
 * Otherwise its date would block all attempts until that date.
 * @throws the refusals of `limitNewProgress`
 */
export async function saveProgress(
  { caller, params, body }: Pick<RouteCall<"save-progress">, "caller" | "params" | "body">,
  services: Services,
): Promise<UserProgress> {
  const attemptedAt = Math.min(Date.parse(body.last_attempt_at), services.clock.now().getTime());
  const attempt: UserProgress = {
    user_id: caller.userId,
    language: dialogueLanguageOf(params.scenarioId, body.language),
    scenario_id: params.scenarioId,
    segment_id: params.segmentId,
    attempts: body.attempts,
    completed: body.completed,
    segment_count: body.segment_count,
    last_attempt_at: new Date(attemptedAt).toISOString(),
  };
  if (!(await services.progress.holds(attempt))) await limitNewProgress(services.callCounts, caller.userId);
  return services.progress.save(attempt);
}

export const handler = onLearnerHttp(practiceRoutes, "save-progress", saveProgress, providers);
