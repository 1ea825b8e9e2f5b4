import type { LanguageName } from "../../../../domain/content/language.ts";
import { dialogueLanguageOf } from "../../../../domain/content/scenario.ts";
import { type DialogueStatus, dialogueStatusOf } from "../../../../domain/practice/dialogue-status.ts";
import type { Scenario, useCompletedScenarios } from "../content/scenarios.ts";
import { useProgress } from "../progress/progress.ts";

export type ScenarioWithStatus = Scenario & { status: DialogueStatus };

type Learner = {
  userId: string;
  language: LanguageName;
  completed: ReturnType<typeof useCompletedScenarios>;
};

export function useDialogueStatuses(scenarios: readonly Scenario[], { userId, language, completed }: Learner) {
  const progress = useProgress(userId);
  const rows = progress.data;
  const practised = { rows: rows ?? [], completed: completed.data ?? [] };
  const statusOf = (scenarioId: string) =>
    dialogueStatusOf(practised, { language: dialogueLanguageOf(scenarioId, language), scenarioId });
  return {
    progress,
    withStatus: scenarios.map((scenario): ScenarioWithStatus => ({ ...scenario, status: statusOf(scenario.id) })),
    known: rows !== undefined && completed.data !== undefined,
    loading: progress.isLoading || completed.isLoading,
  };
}
