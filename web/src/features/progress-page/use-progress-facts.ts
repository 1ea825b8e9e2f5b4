import { useState } from "react";
import type { CompletedScenario, UserProgress } from "../../../../domain/practice/progress.ts";
import type { Study } from "../../../../domain/study/study.ts";
import { studyDay } from "../../../../domain/study/study-day.ts";
import { serverNow } from "../../browser/server-time.ts";
import { useCompletedScenarios } from "../content/scenarios.ts";
import { type ExamAttempts, useExamAttempts } from "../exam/attempts/exam-attempts.ts";
import { readCachedExams } from "../exam/attempts/exam-cache.ts";
import type { KnownAttempt } from "../exam/attempts/merge-local-exams.ts";
import { useProgress } from "../progress/progress.ts";
import { useStudy } from "../study/study.ts";

export type ProgressFacts = {
  study: Study;
  rows: readonly UserProgress[];
  completed: readonly CompletedScenario[];
  exams: readonly KnownAttempt[];
  today: number;
};

export type LoadTrouble = { reason: string; retry: () => void; retrying: boolean };

type Loaded = { facts: ProgressFacts; trouble: LoadTrouble | null };

type KnownExams = Extract<ExamAttempts, { kind: "known" }>;

type Listed = {
  data: unknown;
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch: () => unknown;
};

/** `isPending` would be true again during a retry after a failure. */
const isFirstLoad = ({ data, errorUpdateCount }: Listed) => data === undefined && errorUpdateCount === 0;

function troubleOf(lists: readonly Listed[], { loadError }: KnownExams): LoadTrouble | null {
  const failed = lists.filter(({ data, error }) => data === undefined || error !== null);
  if (failed.length === 0 && !loadError) return null;
  return {
    reason: failed.find(({ error }) => error)?.error?.message ?? loadError?.reason ?? "",
    retry: () => {
      for (const each of failed) each.refetch();
      loadError?.retry();
    },
    retrying: failed.some(({ isFetching }) => isFetching) || loadError?.retrying === true,
  };
}

/** A retry after a failure does not return "loading", because a spinner would then replace the page. */
function useExamsOnceKnown(userId: string): ExamAttempts {
  const [wasKnown, setWasKnown] = useState(false);
  const exams = useExamAttempts(userId, readCachedExams(userId)?.attempts ?? (wasKnown ? [] : undefined));
  if (exams.kind === "known" && !wasKnown) setWasKnown(true);
  return exams;
}

/** Returns null while loading. If `trouble` is not null, a list in `facts` may be empty or old. */
export function useProgressFacts(userId: string): Loaded | null {
  const study = useStudy(userId);
  const progress = useProgress(userId);
  const completed = useCompletedScenarios(userId);
  const exams = useExamsOnceKnown(userId);
  if (!study || isFirstLoad(progress) || isFirstLoad(completed) || exams.kind === "loading") return null;
  const facts = {
    study,
    rows: progress.data ?? [],
    completed: completed.data ?? [],
    exams: exams.attempts,
    today: studyDay(serverNow()),
  };
  return { facts, trouble: troubleOf([progress, completed], exams) };
}
