import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { toMarkingSummary } from "../../../../../domain/exam/exam-result.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { messages } from "../../../messages.ts";
import { refetchByKey, refetchIfFetching } from "../../../query-freshness.ts";
import { relativeDayPhrase } from "../../../ui/relative-day.ts";
import { showToast } from "../../../ui/toasts.ts";
import { subscribeToChanges } from "../../realtime/start-realtime.ts";
import { removeRecordingsOfDeletedAttempt } from "./deleted-recordings.ts";
import { attemptsKey, examKey, markingsKey, startExamCaching } from "./exam-cache.ts";
import { type ResponseListeners, thisTabId } from "./internal/exam-sender.ts";
import { startExamSending } from "./local-exams.ts";

const replaceAttempt = (attempts: readonly ExamAttempt[], attempt: ExamAttempt) => [
  ...attempts.filter(({ attempt_id }) => attempt_id !== attempt.attempt_id),
  attempt,
];

const replaceMarking = <Kept extends { marking_id: string }>(markings: readonly Kept[], marking: Kept) => [
  ...markings.filter(({ marking_id }) => marking_id !== marking.marking_id),
  marking,
];

/** Returns "" if the day is unknown. */
function startDayText(
  queries: QueryClient,
  userId: string,
  item: Parameters<ResponseListeners["onChangesDropped"]>[0],
): string {
  const known = queries.getQueryData<ExamAttempt[]>(attemptsKey(userId));
  const { started_at } =
    item.kind === "facts" ? item.facts : (known?.find((each) => each.attempt_id === item.attemptId) ?? {});
  return started_at === undefined ? "" : relativeDayPhrase(started_at, serverNow());
}

function createResponseListeners(queries: QueryClient, userId: string): ResponseListeners {
  const restartFetches = () => void refetchIfFetching(queries, examKey(userId));
  const changeAttempts = (change: (attempts: readonly ExamAttempt[]) => ExamAttempt[]) =>
    queries.setQueryData<ExamAttempt[]>(attemptsKey(userId), (known) => known && change(known));
  return {
    onAttemptSaved: (attempt) => {
      changeAttempts((known) => replaceAttempt(known, attempt));
      restartFetches();
    },
    onAttemptRemoved: (attemptId) => {
      changeAttempts((known) => known.filter(({ attempt_id }) => attempt_id !== attemptId));
      removeRecordingsOfDeletedAttempt(userId, attemptId);
      restartFetches();
    },
    onMarkingRemoved: (attemptId, markingId) => {
      const isOther = ({ marking_id }: { marking_id: string }) => marking_id !== markingId;
      queries.setQueryData<Marking[]>(markingsKey(userId, attemptId), (known) => known?.filter(isOther));
      changeAttempts((known) =>
        known.map((attempt) => {
          if (attempt.attempt_id !== attemptId) return attempt;
          const deleted_markings = [...(attempt.deleted_markings ?? []), markingId];
          return { ...attempt, markings: attempt.markings.filter(isOther), deleted_markings };
        }),
      );
      restartFetches();
    },
    onChangesDropped: (item) => showToast(messages.examAttemptDeleted(startDayText(queries, userId, item))),
    onMarkingSaved: (attemptId, marking) => {
      queries.setQueryData<Marking[]>(
        markingsKey(userId, attemptId),
        (known) => known && replaceMarking(known, marking),
      );
      changeAttempts((known) =>
        known.map((attempt) => {
          if (attempt.attempt_id !== attemptId) return attempt;
          return { ...attempt, markings: replaceMarking(attempt.markings, toMarkingSummary(attempt, marking)) };
        }),
      );
      restartFetches();
    },
  };
}

/** Use this component once in the app. */
export function ExamSending({ userId }: { userId: string }) {
  const queries = useQueryClient();
  useEffect(() => startExamSending(userId, createResponseListeners(queries, userId)), [queries, userId]);
  useEffect(() => startExamCaching(queries, userId), [queries, userId]);
  useEffect(
    () =>
      subscribeToChanges((change) => {
        const isOthers = change.type === "ExamChanged" && change.userId === userId && change.sender !== thisTabId;
        if (isOthers && change.deleted) removeRecordingsOfDeletedAttempt(userId, change.attemptId);
        if (change.type === "caught-up" || isOthers) void refetchByKey(queries, examKey(userId));
      }),
    [queries, userId],
  );
  return null;
}
