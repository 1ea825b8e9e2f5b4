import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/language.ts";
import { type CompletedScenario, countDone, isAbout, isWhollyDone } from "../../../../domain/progress.ts";
import { exampleLanguage, languageOf } from "../../../../domain/scenario.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { healView, matching, pageCount, perPage, toggleTopic, wholeList } from "./list-view.ts";
import { Pagination } from "./pagination.tsx";
import { usePrepareScenarios } from "./prepare-scenarios.ts";
import { useProgress } from "./progress.ts";
import { segmentsDone } from "./progress-text.ts";
import { type Dialogues, type Scenario, useCompletedScenarios } from "./scenarios.ts";
import { titleLanguage } from "./title-language.ts";
import { TopicFilter } from "./topic-filter.tsx";
import { useListView } from "./use-list-view.ts";

const headingId = "dialogues";

type RowProps = {
  scenario: Scenario;
  language: LanguageName;
  /** How far the learner has come with it, in words; "" if it was never practised. */
  standing: string;
  /** Called when the learner is about to open it. */
  onIntent: () => void;
};

function ScenarioRow({ scenario, language, standing, onIntent }: RowProps) {
  return (
    <li>
      <Link
        className="scenario"
        to={paths.topic(scenario.id)}
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
        {standing !== "" && (
          <span className="scenario-done" data-whole={standing === completedText}>
            {standing}
          </span>
        )}
      </Link>
    </li>
  );
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}

type TroubleProps = { text: string; retry: () => void; retrying: boolean };

function Trouble({ text, retry, retrying }: TroubleProps) {
  return (
    <p className="list-trouble" role="status">
      {text}{" "}
      <Button voice="quiet" busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </p>
  );
}

function EmptyList() {
  return (
    <div className="list-empty">
      <h2>No scenarios match your selection</h2>
      <p>Try selecting different topics.</p>
    </div>
  );
}

function countText(shown: number, completed: number): string {
  const dialogues = `${shown} ${shown === 1 ? "dialogue" : "dialogues"}`;
  return completed > 0 ? `${dialogues}, ${completed} completed` : dialogues;
}

type Ready = Dialogues & { kind: "ready" };
type ListProps = { userId: string; language: LanguageName | null; dialogues: Ready };

function useView(userId: string, { topics, scenarios, missing }: Ready) {
  const [remembered, change] = useListView(userId);
  const view = healView(remembered, { topics, scenarios });
  // What could not be loaded may be there next time, and with it the page.
  const broken = view !== remembered && missing.length === 0;
  useEffect(() => {
    if (broken) change(view);
  });
  return [view, change] as const;
}

type TroublesProps = { dialogues: Ready; completed: ReturnType<typeof useCompletedScenarios> };

function Troubles({ dialogues: { missing, retry, retrying }, completed }: TroublesProps) {
  return (
    <>
      {missing.length > 0 && (
        <Trouble text={`${inWords(missing.map(({ name }) => name))} could not be loaded.`} {...{ retry, retrying }} />
      )}
      {completed.isError && !completed.data && (
        <Trouble
          text="Your completed dialogues could not be loaded."
          retry={() => void completed.refetch()}
          retrying={completed.isFetching}
        />
      )}
    </>
  );
}

type PagesProps = {
  userId: string;
  shown: readonly Scenario[];
  language: LanguageName | null;
  standingOf: (scenarioId: string) => string;
  page: number;
  onPage: (page: number) => void;
};

function Pages({ userId, shown, language, standingOf, page, onPage }: PagesProps) {
  const onPageNow = shown.slice((page - 1) * perPage, page * perPage);
  const prepare = usePrepareScenarios({ userId, language, scenarioIds: onPageNow.map(({ id }) => id) });
  if (shown.length === 0) return <EmptyList />;
  const pages = pageCount(shown.length);
  return (
    <>
      <ul className="scenario-list" aria-labelledby={headingId}>
        {onPageNow.map((scenario) => (
          <ScenarioRow
            key={scenario.id}
            scenario={scenario}
            language={language ?? exampleLanguage}
            standing={standingOf(scenario.id)}
            onIntent={() => prepare(scenario.id)}
          />
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={onPage} />}
    </>
  );
}

const completedText = "Completed";

/** Tells how far the learner has come with a scenario. */
function useStanding(userId: string, language: LanguageName, completed: readonly CompletedScenario[] = []) {
  const { data: rows = [] } = useProgress(userId);
  return (scenarioId: string): string => {
    const dialogue = { language: languageOf(scenarioId, language), scenarioId };
    const progress = countDone(rows, dialogue);
    const isMarked = completed.some((row) => isAbout(row, dialogue));
    if (isMarked && isWhollyDone(progress)) return completedText;
    return segmentsDone(progress);
  };
}

/** The dialogues, a page at a time, and the way to fewer topics for whoever has more than the examples. */
export function ScenarioList({ userId, language, dialogues }: ListProps) {
  const [view, change] = useView(userId, dialogues);
  const completed = useCompletedScenarios(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = matching(dialogues.scenarios, view.topics);
  const standingOf = useStanding(userId, language ?? exampleLanguage, completed.data);
  const isDone = ({ id }: Scenario) => standingOf(id) === completedText;
  const toPage = (page: number) => {
    change({ ...view, page });
    // The list begins anew: reading and tabbing go on from its top.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <header className="list-head">
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          Dialogues
        </h2>
        <p role="status">
          <span>{countText(shown.length, shown.filter(isDone).length)}</span>
          {shown.length > perPage && <span>{`Page ${view.page} of ${pageCount(shown.length)}`}</span>}
        </p>
      </header>
      {language !== null && dialogues.topics.length > 1 && (
        <TopicFilter
          topics={dialogues.topics}
          language={language}
          selected={view.topics}
          onToggle={(topic) => change(toggleTopic(view, topic))}
          onClear={() => change(wholeList)}
        />
      )}
      <Troubles dialogues={dialogues} completed={completed} />
      <Pages {...{ userId, shown, language, standingOf }} page={view.page} onPage={toPage} />
    </>
  );
}
