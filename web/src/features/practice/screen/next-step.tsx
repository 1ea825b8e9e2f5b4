import type { LanguageName } from "../../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../../domain/content/scenario.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { dialogueAfter, entranceTo, type Standing } from "../../../../../domain/practice/standing.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { useCompletedScenarios, useDialogues } from "../../content/scenarios.ts";
import { segmentsDone } from "../../progress/progress-text.ts";
import { type StoodScenario, useStandings } from "../../scenario/standings.ts";

/** A learner, and the language of the dialogues that they have; null for the examples. */
export type LearnersDialogues = { userId: string; dialogues: LanguageName | null };

/** The next step after a dialogue. `dialogue` is null if all others are completed. */
export type NextStep = { to: string; call: string; dialogue: StoodScenario | null; language: LanguageName };

const calls: Readonly<Record<Standing["kind"], string>> = {
  new: "Start next dialogue",
  begun: "Continue next dialogue",
  completed: "Practise next dialogue",
};

/** The next dialogue, or the mock exam where all others are completed; null until the dialogues are known. */
export function useNextStep({ userId, dialogues }: LearnersDialogues, scenarioId: string): NextStep | null {
  const listed = useDialogues(userId, dialogues);
  const completed = useCompletedScenarios(userId);
  const language = dialogues ?? exampleLanguage;
  const scenarios = listed.kind === "ready" ? listed.scenarios : [];
  const { stood, known } = useStandings(scenarios, { userId, language, completed });
  if (listed.kind !== "ready" || !known) return null;
  const dialogue = dialogueAfter(scenarioId, stood);
  if (dialogue) {
    const { id, standing } = dialogue;
    return { to: entranceTo(id, standing), call: calls[standing.kind], dialogue, language };
  }
  return listed.missing.length > 0 ? null : { to: paths.exam, call: "Go to mock exams", dialogue, language };
}

/** Names what the learner may do next. */
export function NextStepText({ next: { dialogue, language } }: { next: NextStep }) {
  if (!dialogue) {
    return <p>You have completed all your other dialogues. A mock exam shows how you do under exam conditions.</p>;
  }
  const { title, topic, standing } = dialogue;
  const progress = standing.kind === "begun" ? segmentsDone(standing.progress) : "";
  return (
    <p>
      Next dialogue: <strong {...titleLanguage(title, language)}>{title}</strong>,{" "}
      <span {...titleLanguage(topic, language)}>{topic}</span>
      {progress !== "" && ` · ${progress} done`}
    </p>
  );
}
