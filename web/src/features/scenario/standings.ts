import type { LanguageName } from "../../../../domain/content/language.ts";
import { languageOf } from "../../../../domain/content/scenario.ts";
import { type Standing, standingWith } from "../../../../domain/practice/standing.ts";
import type { Scenario, useCompletedScenarios } from "../content/scenarios.ts";
import { useProgress } from "../progress/progress.ts";

export type StoodScenario = Scenario & { standing: Standing };

type Learner = {
  userId: string;
  language: LanguageName;
  completed: ReturnType<typeof useCompletedScenarios>;
};

/** Dialogues with where the learner stands with each; `known` is whether all of that is there, `loading` if it comes. */
export function useStandings(scenarios: readonly Scenario[], { userId, language, completed }: Learner) {
  const progress = useProgress(userId);
  const rows = progress.data;
  const practised = { rows: rows ?? [], completed: completed.data ?? [] };
  const standingOf = (scenarioId: string) =>
    standingWith(practised, { language: languageOf(scenarioId, language), scenarioId });
  return {
    stood: scenarios.map((scenario): StoodScenario => ({ ...scenario, standing: standingOf(scenario.id) })),
    known: rows !== undefined && completed.data !== undefined,
    loading: progress.isLoading || completed.isLoading,
  };
}
