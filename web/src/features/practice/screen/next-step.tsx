import type { LanguageName } from "../../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../../domain/content/scenario.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { dialogueAfter, dialoguePath } from "../../../../../domain/practice/dialogue-status.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { useCompletedScenarios, useDialogues } from "../../content/scenarios.ts";
import { segmentsDone } from "../../progress/progress-text.ts";
import { type ScenarioWithStatus, useDialogueStatuses } from "../../scenario/dialogue-statuses.ts";

/** `dialogues` is the language of the learner's dialogues; null for the examples. */
export type LearnerDialogues = { userId: string; dialogues: LanguageName | null };

/** `dialogue` is null if all other dialogues are completed. */
export type NextStep = { to: string; label: string; dialogue: ScenarioWithStatus | null; language: LanguageName };

/** Does not offer the exam if the dialogues of a topic could not be loaded. */
export function useNextStep({ userId, dialogues }: LearnerDialogues, scenarioId: string): NextStep | null {
  const listed = useDialogues(userId, dialogues);
  const completed = useCompletedScenarios(userId);
  const language = dialogues ?? exampleLanguage;
  const scenarios = listed.kind === "ready" ? listed.scenarios : [];
  const { withStatus, known } = useDialogueStatuses(scenarios, { userId, language, completed });
  if (listed.kind !== "ready" || !known) return null;
  const dialogue = dialogueAfter(scenarioId, withStatus);
  if (dialogue) {
    const { id, status } = dialogue;
    const label = status.kind === "new" ? "Start next dialogue" : "Continue next dialogue";
    return { to: dialoguePath(id, status), label, dialogue, language };
  }
  return listed.missing.length > 0 ? null : { to: paths.exam, label: "Go to mock exams", dialogue, language };
}

export function NextStepText({ next: { dialogue, language } }: { next: NextStep }) {
  if (!dialogue) return null;
  const { title, topic, status } = dialogue;
  const progress = status.kind === "begun" ? segmentsDone(status.progress) : "";
  return (
    <p>
      Next dialogue: <strong {...titleLanguage(title, language)}>{title}</strong>,{" "}
      <span {...titleLanguage(topic, language)}>{topic}</span>
      {progress !== "" && ` · ${progress} done`}
    </p>
  );
}
