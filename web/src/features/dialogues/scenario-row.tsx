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
  /** Called when the learner is about to open the dialogue. */
  onIntent: () => void;
};

function statusText(status: Exclude<DialogueStatus, { kind: "new" }>): string {
  return status.kind === "completed" ? "Completed" : segmentsDone(status.progress);
}

function ProgressText({ status }: { status: DialogueStatus }) {
  if (status.kind === "new") return null;
  const text = statusText(status);
  return (
    <span className="scenario-status">
      {text !== "" && (
        <span className="scenario-done" data-whole={status.kind === "completed"}>
          {text}
        </span>
      )}{" "}
      <time className="scenario-day" dateTime={status.practisedAt}>
        {relativeDay(status.practisedAt, serverNow())}
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
        <ProgressText status={status} />
      </Link>
    </li>
  );
}
