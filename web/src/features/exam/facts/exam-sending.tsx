import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { summaryOf } from "../../../../../domain/exam/exam-result.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { messages } from "../../../messages.ts";
import { readAnew, readAnewIfReading } from "../../../query-freshness.ts";
import { onPractisedDay } from "../../../ui/practised-day.ts";
import { showToast } from "../../../ui/toasts.ts";
import { hearChanges } from "../../realtime/start-realtime.ts";
import { removeDeletedTakes } from "./deleted-takes.ts";
import { attemptsKey, examKey, keepExams, markingsKey } from "./exam-cache.ts";
import { startExamSending } from "./exam-facts.ts";
import { type Answers, thisTab } from "./internal/exam-sender.ts";

const withAttempt = (attempts: readonly ExamAttempt[], attempt: ExamAttempt) => [
  ...attempts.filter(({ attempt_id }) => attempt_id !== attempt.attempt_id),
  attempt,
];

const withMarking = <Kept extends { marking_id: string }>(markings: readonly Kept[], marking: Kept) => [
  ...markings.filter(({ marking_id }) => marking_id !== marking.marking_id),
  marking,
];

/** When a mock was started, as "today" or "on Nov 22"; "" if that is not known here. */
function startOf(queries: QueryClient, userId: string, item: Parameters<Answers["lost"]>[0]): string {
  const known = queries.getQueryData<ExamAttempt[]>(attemptsKey(userId));
  const { started_at } =
    item.kind === "facts" ? item.facts : (known?.find((each) => each.attempt_id === item.attemptId) ?? {});
  return started_at === undefined ? "" : onPractisedDay(started_at, serverNow());
}

/** Has what the server answers shown at once. A list that was never loaded stays so. */
function answersIn(queries: QueryClient, userId: string): Answers {
  const told = () => void readAnewIfReading(queries, examKey(userId));
  const changeAttempts = (change: (attempts: readonly ExamAttempt[]) => ExamAttempt[]) =>
    queries.setQueryData<ExamAttempt[]>(attemptsKey(userId), (known) => known && change(known));
  return {
    attempt: (attempt) => {
      changeAttempts((known) => withAttempt(known, attempt));
      told();
    },
    removed: (attemptId) => {
      changeAttempts((known) => known.filter(({ attempt_id }) => attempt_id !== attemptId));
      removeDeletedTakes(userId, attemptId);
      told();
    },
    markingRemoved: (attemptId, markingId) => {
      const isOther = ({ marking_id }: { marking_id: string }) => marking_id !== markingId;
      queries.setQueryData<Marking[]>(markingsKey(userId, attemptId), (known) => known?.filter(isOther));
      changeAttempts((known) =>
        known.map((attempt) => {
          if (attempt.attempt_id !== attemptId) return attempt;
          const deleted_markings = [...(attempt.deleted_markings ?? []), markingId];
          return { ...attempt, markings: attempt.markings.filter(isOther), deleted_markings };
        }),
      );
      told();
    },
    lost: (item) => showToast(messages.mockDeleted(startOf(queries, userId, item))),
    marking: (attemptId, marking) => {
      queries.setQueryData<Marking[]>(markingsKey(userId, attemptId), (known) => known && withMarking(known, marking));
      changeAttempts((known) =>
        known.map((attempt) => {
          if (attempt.attempt_id !== attemptId) return attempt;
          return { ...attempt, markings: withMarking(attempt.markings, summaryOf(attempt, marking)) };
        }),
      );
      told();
    },
  };
}

/**
 * Sends what waits of a learner's mocks, and has what other devices change of them read anew. Shows nothing. For one place
 * in the app.
 */
export function ExamSending({ userId }: { userId: string }) {
  const queries = useQueryClient();
  useEffect(() => startExamSending(userId, answersIn(queries, userId)), [queries, userId]);
  useEffect(() => keepExams(queries, userId), [queries, userId]);
  useEffect(
    () =>
      hearChanges((change) => {
        const isOthers = change.type === "ExamChanged" && change.userId === userId && change.sender !== thisTab;
        if (isOthers && change.deleted) removeDeletedTakes(userId, change.attemptId);
        if (change.type === "caught-up" || isOthers) void readAnew(queries, examKey(userId));
      }),
    [queries, userId],
  );
  return null;
}
