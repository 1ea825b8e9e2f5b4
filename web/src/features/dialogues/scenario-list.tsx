import { useEffect, useMemo, useRef } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { dialogueLanguageOf, exampleLanguage } from "../../../../domain/content/scenario.ts";
import { nextAction, type OpenExams } from "../../../../domain/practice/next-action.ts";
import { dialogueDifficulties, dialogueKey, sortByDifficulty } from "../../../../domain/study/dialogue-difficulty.ts";
import { serverNow } from "../../browser/server-time.ts";
import { countedText } from "../../ui/counted-text.ts";
import { type DialoguesState, useCompletedScenarios } from "../content/scenarios.ts";
import { type ScenarioWithStatus, useDialogueStatuses } from "../scenario/dialogue-statuses.ts";
import type { StudyFacts } from "./due-reviews.ts";
import { EmptyList } from "./empty-list.tsx";
import { ListFilters } from "./list-filters.tsx";
import { ListLoadErrors } from "./list-load-errors.tsx";
import {
  clampView,
  filterByTopics,
  filterByView,
  type ListView,
  pageCount,
  pageSize,
  useListView,
} from "./list-view.ts";
import { NextActionCard, NextActionSkeleton } from "./next-action-card.tsx";
import { ScenarioPages } from "./scenario-pages.tsx";

const headingId = "dialogues";

export type KnownExams = OpenExams & { isKnown: boolean };

type ReadyDialogues = DialoguesState & { kind: "ready" };
type ListProps = {
  userId: string;
  language: LanguageName | null;
  dialogues: ReadyDialogues;
  openExams: KnownExams;
  facts: StudyFacts | undefined;
};

type CountFacts = {
  ofTheTopics: readonly ScenarioWithStatus[];
  shown: number;
  view: ListView;
  isIncomplete: boolean;
};

function countText({ ofTheTopics, shown, view: { status, search }, isIncomplete }: CountFacts): string {
  const all = ofTheTopics.length;
  const completed = ofTheTopics.filter((each) => each.status.kind === "completed").length;
  const dialogues = countedText(all, isIncomplete ? "loaded dialogue" : "dialogue");
  if (status !== "all" || search.trim() !== "") return `${shown} of ${dialogues}`;
  return completed > 0 ? `${completed} of ${isIncomplete ? dialogues : all} completed` : dialogues;
}

function useClampedView(userId: string, { topics, missing }: ReadyDialogues, scenarios: readonly ScenarioWithStatus[]) {
  const [remembered, change] = useListView(userId);
  const view = clampView(remembered, { topics, scenarios });
  // Keeps the stored view while dialogues are missing after a failure, because the dialogues may load later.
  const broken = view !== remembered && missing.length === 0;
  useEffect(() => {
    if (broken) change(view);
  });
  return [view, change] as const;
}

function useDifficulty(language: LanguageName, study: StudyFacts["study"] | undefined) {
  const known = useMemo(() => dialogueDifficulties(study ?? { reviews: [] }), [study]);
  return ({ id }: { id: string }) =>
    known.get(dialogueKey({ language: dialogueLanguageOf(id, language), scenarioId: id }));
}

export function ScenarioList({ userId, language, dialogues, openExams, facts }: ListProps) {
  const spoken = language ?? exampleLanguage;
  const completed = useCompletedScenarios(userId);
  const statuses = useDialogueStatuses(dialogues.scenarios, { userId, language: spoken, completed });
  const difficultyOf = useDifficulty(spoken, facts?.study);
  const [view, change] = useClampedView(userId, dialogues, statuses.withStatus);
  const heading = useRef<HTMLHeadingElement>(null);
  const ofTheTopics = filterByTopics(statuses.withStatus, view.topics);
  const missing = dialogues.missing.map(({ id }) => ({ topicId: id }));
  const isIncomplete = filterByTopics(missing, view.topics).length > 0;
  const filtered = filterByView(statuses.withStatus, view);
  const shown = view.order === "hardest" ? sortByDifficulty(filtered, difficultyOf) : filtered;
  const isWaiting = statuses.loading || !openExams.isKnown || !facts;
  const action =
    statuses.known && !isWaiting
      ? nextAction({ ...openExams, dialogues: statuses.withStatus, reviewsDue: facts.due, now: serverNow() })
      : null;
  const toPage = (page: number) => {
    change({ ...view, page });
    // The focus moves to the top of the new page, for keyboards and screen readers.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      {action && <NextActionCard {...{ userId, language, action }} />}
      {isWaiting && <NextActionSkeleton />}
      <header className="list-head">
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          Dialogues
        </h2>
        <p role="status">
          <span>{countText({ ofTheTopics, shown: shown.length, view, isIncomplete })}</span>
          {shown.length > pageSize && <span>{`Page ${view.page} of ${pageCount(shown.length)}`}</span>}
        </p>
      </header>
      <ListFilters
        {...{ language, view, change }}
        topics={dialogues.topics}
        hasRatings={statuses.withStatus.some((each) => difficultyOf(each) !== undefined)}
      />
      <ListLoadErrors {...{ dialogues, completed }} progress={statuses.progress} />
      {shown.length > 0 ? (
        <ScenarioPages {...{ userId, shown, language, headingId }} page={view.page} onPage={toPage} />
      ) : (
        <EmptyList
          view={view}
          hasTopics={ofTheTopics.length > 0}
          isIncomplete={isIncomplete}
          isStatusKnown={statuses.known}
          onShowAll={() => change({ ...view, status: "all", search: "", page: 1 })}
        />
      )}
    </>
  );
}
