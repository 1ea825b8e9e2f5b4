import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type DialogueStatus, dialoguePath } from "../../../../domain/practice/dialogue-status.ts";
import { serverNow } from "../../browser/server-time.ts";
import { relativeDay } from "../../ui/relative-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import type { Scenario } from "../content/scenarios.ts";
import { segmentsDone } from "../progress/progress-text.ts";

type Props = {
  scenario: Scenario;
  language: LanguageName;
  status: DialogueStatus;
  /** Called when the learner is about to open it. */
  onIntent: () => void;
};

function statusText(standing: Exclude<DialogueStatus, { kind: "new" }>): string {
  return standing.kind === "completed" ? "Completed" : segmentsDone(standing.progress);
}

function ProgressText({ standing }: { standing: DialogueStatus }) {
  if (standing.kind === "new") return null;
  const text = statusText(standing);
  return (
    <span className="scenario-standing">
      {text !== "" && (
        <span className="scenario-done" data-whole={standing.kind === "completed"}>
          {text}
        </span>
      )}{" "}
      <time className="scenario-day" dateTime={standing.practisedAt}>
        {relativeDay(standing.practisedAt, serverNow())}
      </time>
    </span>
  );
}

export function ScenarioRow({ scenario, language, status, onIntent }: Props) {
  return (
    <li>
      <Link
        className="scenario"
        to={dialoguePath(scenario.id, status)}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={onIntent}
      >
        <span className="scenario-title" {...titleLanguage(scenario.title, language)}>
          {scenario.title}
        </span>
        <span className="scenario-topic" {...titleLanguage(scenario.topic, language)}>
          {scenario.topic}
        </span>
        <ProgressText standing={status} />
      </Link>
    </li>
  );
}
