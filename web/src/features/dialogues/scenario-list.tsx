import { type ReactNode, useEffect, useRef } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { nextDialogue } from "../../../../domain/practice/dialogue-status.ts";
import { Button } from "../../ui/button.tsx";
import { type DialoguesState, useCompletedScenarios } from "../content/scenarios.ts";
import { type ScenarioWithStatus, useDialogueStatuses } from "../scenario/dialogue-statuses.ts";
import { ListLoadErrors } from "./list-load-errors.tsx";
import {
  clampView,
  filterByTopics,
  filterByView,
  type ListView,
  pageCount,
  pageSize,
  toggleTopic,
  useListView,
} from "./list-view.ts";
import { NextDialogue, NextDialogueSkeleton } from "./next-dialogue.tsx";
import { Pagination } from "./pagination.tsx";
import { ScenarioRow } from "./scenario-row.tsx";
import { TopicFilter } from "./topic-filter.tsx";
import { usePrepareScenarios } from "./use-prepare-scenarios.ts";

const headingId = "dialogues";

type ReadyDialogues = DialoguesState & { kind: "ready" };
type ListProps = { userId: string; language: LanguageName | null; dialogues: ReadyDialogues };

function countText(dialogues: readonly ScenarioWithStatus[]): string {
  const completed = dialogues.filter(({ status }) => status.kind === "completed").length;
  if (completed > 0) return `${completed} of ${dialogues.length} completed`;
  return `${dialogues.length} ${dialogues.length === 1 ? "dialogue" : "dialogues"}`;
}

function useClampedView(userId: string, { topics, missing }: ReadyDialogues, scenarios: readonly ScenarioWithStatus[]) {
  const [remembered, change] = useListView(userId);
  const view = clampView(remembered, { topics, scenarios });
  // The remembered page is kept while dialogues are missing after a failure, because they may load later.
  const broken = view !== remembered && missing.length === 0;
  useEffect(() => {
    if (broken) change(view);
  });
  return [view, change] as const;
}

function EmptyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="list-empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

type PagesProps = {
  userId: string;
  shown: readonly ScenarioWithStatus[];
  language: LanguageName | null;
  page: number;
  onPage: (page: number) => void;
};

function Pages({ userId, shown, language, page, onPage }: PagesProps) {
  const onPageNow = shown.slice((page - 1) * pageSize, page * pageSize);
  const prepare = usePrepareScenarios({ userId, language, scenarios: onPageNow });
  const pages = pageCount(shown.length);
  return (
    <>
      <ul className="scenario-list" aria-labelledby={headingId}>
        {onPageNow.map((scenario) => (
          <ScenarioRow
            key={scenario.id}
            scenario={scenario}
            language={language ?? exampleLanguage}
            status={scenario.status}
            onIntent={() => prepare(scenario)}
          />
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={onPage} />}
    </>
  );
}

type FiltersProps = Omit<ListProps, "userId"> & {
  view: ListView;
  change: (view: ListView) => void;
  hasCompleted: boolean;
};

function Filters({ language, dialogues, view, change, hasCompleted }: FiltersProps) {
  const hasTopics = language !== null && dialogues.topics.length > 1;
  if (!hasTopics && !hasCompleted) return null;
  return (
    <div className="list-filters">
      {hasTopics && (
        <TopicFilter
          topics={dialogues.topics}
          language={language}
          selected={view.topics}
          onToggle={(topic) => change(toggleTopic(view, topic))}
          onClear={() => change({ ...view, topics: [], page: 1 })}
        />
      )}
      {hasCompleted && (
        <label className="list-choice">
          <input
            type="checkbox"
            checked={!view.withCompleted}
            onChange={({ target }) => change({ ...view, withCompleted: !target.checked, page: 1 })}
          />
          Hide completed
        </label>
      )}
    </div>
  );
}

export function ScenarioList({ userId, language, dialogues }: ListProps) {
  const completed = useCompletedScenarios(userId);
  const learner = { userId, language: language ?? exampleLanguage, completed };
  const { withStatus, known, loading } = useDialogueStatuses(dialogues.scenarios, learner);
  const [view, change] = useClampedView(userId, dialogues, withStatus);
  const heading = useRef<HTMLHeadingElement>(null);
  const ofTheTopics = filterByTopics(withStatus, view.topics);
  const shown = filterByView(withStatus, view);
  const next = known ? nextDialogue(withStatus) : null;
  const toPage = (page: number) => {
    change({ ...view, page });
    // The focus moves to the top of the new page, for keyboards and screen readers.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      {next && <NextDialogue {...{ userId, language, next }} />}
      {!known && loading && <NextDialogueSkeleton />}
      <header className="list-head">
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          Dialogues
        </h2>
        <p role="status">
          <span>{countText(ofTheTopics)}</span>
          {shown.length > pageSize && <span>{`Page ${view.page} of ${pageCount(shown.length)}`}</span>}
        </p>
      </header>
      <Filters
        {...{ language, dialogues, view, change }}
        hasCompleted={withStatus.some(({ status }) => status.kind === "completed")}
      />
      <ListLoadErrors dialogues={dialogues} completed={completed} />
      {shown.length > 0 && <Pages {...{ userId, shown, language }} page={view.page} onPage={toPage} />}
      {shown.length === 0 && ofTheTopics.length === 0 && (
        <EmptyList title="No scenarios match your selection">
          <p>Try selecting different topics.</p>
        </EmptyList>
      )}
      {shown.length === 0 && ofTheTopics.length > 0 && (
        <EmptyList title="You have completed all of these">
          <Button onClick={() => change({ ...view, withCompleted: true, page: 1 })}>Show completed dialogues</Button>
        </EmptyList>
      )}
    </>
  );
}
