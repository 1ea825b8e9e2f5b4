import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { entranceTo, type Standing } from "../../../../domain/practice/standing.ts";
import { serverNow } from "../../browser/server-time.ts";
import { practisedDay } from "../../ui/practised-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import type { Scenario } from "../content/scenarios.ts";
import { segmentsDone } from "../progress/progress-text.ts";

type Props = {
  scenario: Scenario;
  language: LanguageName;
  standing: Standing;
  /** Called when the learner is about to open it. */
  onIntent: () => void;
};

function standingText(standing: Exclude<Standing, { kind: "new" }>): string {
  return standing.kind === "completed" ? "Completed" : segmentsDone(standing.progress);
}

function HowFar({ standing }: { standing: Standing }) {
  if (standing.kind === "new") return null;
  const text = standingText(standing);
  return (
    <span className="scenario-standing">
      {text !== "" && (
        <span className="scenario-done" data-whole={standing.kind === "completed"}>
          {text}
        </span>
      )}{" "}
      <time className="scenario-day" dateTime={standing.practisedAt}>
        {practisedDay(standing.practisedAt, serverNow())}
      </time>
    </span>
  );
}

/** A dialogue of the list: how far the learner has come with it, and when that was. */
export function ScenarioRow({ scenario, language, standing, onIntent }: Props) {
  return (
    <li>
      <Link
        className="scenario"
        to={entranceTo(scenario.id, standing)}
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
        <HowFar standing={standing} />
      </Link>
    </li>
  );
}
