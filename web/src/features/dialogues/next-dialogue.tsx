import { useId } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { type DialogueStatus, dialoguePath } from "../../../../domain/practice/dialogue-status.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { segmentsDone, segmentsText } from "../progress/progress-text.ts";
import type { ScenarioWithStatus } from "../scenario/dialogue-statuses.ts";
import { useScenario } from "../scenario/scenario.ts";
import { usePrepareScenarios } from "./use-prepare-scenarios.ts";
import "./next-dialogue.css";

const linkLabels: Readonly<Record<DialogueStatus["kind"], string>> = {
  new: "Start",
  begun: "Continue",
  completed: "Practise again",
};

type Props = { userId: string; language: LanguageName | null; next: ScenarioWithStatus };

/** Returns "" while the length is unknown. */
function useLengthText({ userId, language, next }: Props): string {
  const paid = language !== null;
  const { data } = useScenario({ userId, scenarioId: next.id, preference: language, paid });
  const total = data?.segments.length ?? null;
  const done = next.status.kind === "begun" ? next.status.progress.done : 0;
  if (done > 0) return `${segmentsDone({ done, total })} done`;
  return total === null ? "" : segmentsText(total);
}

export function NextDialogue({ userId, language, next }: Props) {
  const title = useId();
  const length = useLengthText({ userId, language, next });
  const prepare = usePrepareScenarios({ userId, language, scenarios: [next] });
  const intend = () => prepare(next);
  const spoken = language ?? exampleLanguage;
  return (
    <section className="next-dialogue" aria-labelledby={title}>
      <p className="next-dialogue-mark">Next</p>
      <h2 id={title} {...titleLanguage(next.title, spoken)}>
        {next.title}
      </h2>
      <p className="next-dialogue-facts">
        <span {...titleLanguage(next.topic, spoken)}>{next.topic}</span>
        {length !== "" && ` · ${length}`}
      </p>
      <Link
        className="button variant-ink large"
        to={dialoguePath(next.id, next.status)}
        aria-describedby={title}
        onPointerEnter={intend}
        onFocus={intend}
        onClick={intend}
      >
        {linkLabels[next.status.kind]}
      </Link>
    </section>
  );
}

export function NextDialogueSkeleton() {
  return <div className="next-dialogue skeleton" aria-hidden="true" />;
}
