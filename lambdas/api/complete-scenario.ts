import { dialogueLanguageOf, topicOf } from "../../domain/content/scenario.ts";
import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import type { CompletedScenario } from "../../domain/practice/progress.ts";
import { limitNewProgress } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, completedScenarios } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  completedScenarios: pickMethods(completedScenarios, "holds", "put"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws the refusals of `limitNewProgress` */
export async function completeScenario(
  { caller, params, body }: Pick<RouteCall<"complete-scenario">, "caller" | "params" | "body">,
  services: Services,
): Promise<CompletedScenario> {
  const completed: CompletedScenario = {
    user_id: caller.userId,
    language: dialogueLanguageOf(params.scenarioId, body?.language),
    scenario_id: params.scenarioId,
    topic_id: topicOf(params.scenarioId),
    completed_at: services.clock.now().toISOString(),
  };
  if (!(await services.completedScenarios.holds(completed))) {
    await limitNewProgress(services.callCounts, caller.userId);
  }
  await services.completedScenarios.put(completed);
  return completed;
}

export const handler = onLearnerHttp(practiceRoutes, "complete-scenario", completeScenario, providers);
