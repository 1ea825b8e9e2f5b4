import { useId } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { entranceTo, type Standing } from "../../../../domain/practice/standing.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { segmentsDone, segmentsText } from "../progress/progress-text.ts";
import { useScenario } from "../scenario/scenario.ts";
import type { StoodScenario } from "../scenario/standings.ts";
import { usePrepareScenarios } from "./prepare-scenarios.ts";
import "./next-dialogue.css";

const calls: Readonly<Record<Standing["kind"], string>> = {
  new: "Start",
  begun: "Continue",
  completed: "Practise again",
};

type Props = { userId: string; language: LanguageName | null; next: StoodScenario };

/** How long the dialogue is, and how far the learner has come with it; "" while nobody knows. */
function useLength({ userId, language, next }: Props): string {
  const paid = language !== null;
  const { data } = useScenario({ userId, scenarioId: next.id, preference: language, paid });
  const total = data?.segments.length ?? null;
  const done = next.standing.kind === "begun" ? next.standing.progress.done : 0;
  if (done > 0) return `${segmentsDone({ done, total })} done`;
  return total === null ? "" : segmentsText(total);
}

/** The dialogue to practise next, and the way into it. */
export function NextDialogue({ userId, language, next }: Props) {
  const title = useId();
  const length = useLength({ userId, language, next });
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
        className="button voice-ink large"
        to={entranceTo(next.id, next.standing)}
        aria-describedby={title}
        onPointerEnter={intend}
        onFocus={intend}
        onClick={intend}
      >
        {calls[next.standing.kind]}
      </Link>
    </section>
  );
}

/** In the place of the dialogue to practise next, until it is known. */
export function NextDialogueSkeleton() {
  return <div className="next-dialogue skeleton" aria-hidden="true" />;
}
