import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type DialogueStatus, dialoguePath } from "../../../../domain/practice/dialogue-status.ts";
import { serverNow } from "../../browser/server-time.ts";
import { durationText } from "../../ui/duration-text.ts";
import { relativeDay } from "../../ui/relative-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import type { Scenario } from "../content/scenarios.ts";
import { segmentsDone } from "../progress/progress-text.ts";

type Props = {
  scenario: Scenario;
  language: LanguageName;
  status: DialogueStatus;
  /** The total length of the originals. */
  seconds: number | undefined;
  isKept: boolean;
  onIntent: () => void;
};

function statusText(status: Exclude<DialogueStatus, { kind: "new" }>): string {
  return status.kind === "completed" ? "Completed" : segmentsDone(status.progress);
}

/** Hidden from screen readers, because the text beside the bar has the same numbers. */
function ProgressBar({ progress: { done, total } }: DialogueStatus & { kind: "begun" }) {
  if (done === 0 || total === null) return null;
  return (
    <span className="scenario-bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.min(100, (100 * done) / total)}%` }} />
    </span>
  );
}

function ProgressText({ status }: { status: DialogueStatus }) {
  if (status.kind === "new") return null;
  const text = statusText(status);
  return (
    <span className="scenario-status">
      {text !== "" && (
        <span className="scenario-done" data-whole={status.kind === "completed"}>
          {status.kind === "begun" && <ProgressBar {...status} />}
          {text}
        </span>
      )}{" "}
      <time className="scenario-day" dateTime={status.practisedAt}>
        {relativeDay(status.practisedAt, serverNow())}
      </time>
    </span>
  );
}

export function ScenarioRow({ scenario, language, status, seconds, isKept, onIntent }: Props) {
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
        <span className="scenario-topic">
          <span {...titleLanguage(scenario.topic, language)}>{scenario.topic}</span>
          {seconds !== undefined && ` · ${durationText(seconds)}`}
          {isKept && " · Available offline"}
          {!scenario.listed.review && " · Not yet reviewed by a native interpreter"}
        </span>
        <ProgressText status={status} />
      </Link>
    </li>
  );
}
