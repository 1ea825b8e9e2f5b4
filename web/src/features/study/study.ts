import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type ScheduledItem, scheduleItems } from "../../../../domain/study/review-items.ts";
import { type Study, toStudy } from "../../../../domain/study/study.ts";
import type { Review, StudyChange, Term } from "../../../../domain/study/study-change.ts";
import { studyDay } from "../../../../domain/study/study-day.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { freshness } from "../../query-freshness.ts";
import { showToast } from "../../ui/toasts.ts";
import { findReviewChange, loadStudyChanges, onStudyChanged, saveStudyChanges } from "./study-data.ts";

const studyKey = (userId: string) => ["study", userId] as const;

const studyQuery = (userId: string) => ({
  queryKey: studyKey(userId),
  queryFn: async (): Promise<Study> => toStudy((await loadStudyChanges(userId)).map(({ change }) => change)),
  ...freshness.localExams,
});

export function followStudy(queries: QueryClient, userId: string): () => void {
  return onStudyChanged(userId, () => void queries.invalidateQueries({ queryKey: studyKey(userId) }));
}

export function useStudy(userId: string): Study | undefined {
  const queries = useQueryClient();
  useEffect(() => followStudy(queries, userId), [queries, userId]);
  return useQuery(studyQuery(userId)).data;
}

export type ScheduledStudy = { study: Study; items: readonly ScheduledItem[]; today: number };

export function useScheduledStudy(userId: string): ScheduledStudy | undefined {
  const study = useStudy(userId);
  const items = useMemo(() => study && scheduleItems(study), [study]);
  return study && items && { study, items, today: studyDay(serverNow()) };
}

async function saveOrWarn(userId: string, changes: readonly StudyChange[]): Promise<boolean> {
  const isStored = await saveStudyChanges(userId, changes);
  if (!isStored) showToast(messages.studyNotStored);
  return isStored;
}

const changedAt = () => serverNow().toISOString();

async function timesOfReview(userId: string, id: string): Promise<Pick<Review, "day" | "made_at"> | null> {
  const known = await findReviewChange(userId, id);
  return known?.review ? { day: known.review.day, made_at: known.review.made_at ?? known.changed_at } : null;
}

/** With the id of an existing review, corrects that review and keeps its day. */
export async function saveReview(
  userId: string,
  review: Omit<Review, "day" | "made_at">,
  id: string = crypto.randomUUID(),
): Promise<string> {
  const now = serverNow();
  const times = (await timesOfReview(userId, id)) ?? { day: studyDay(now) };
  await saveOrWarn(userId, [{ type: "review", id, changed_at: now.toISOString(), review: { ...review, ...times } }]);
  return id;
}

export async function removeReview(userId: string, id: string): Promise<void> {
  await saveOrWarn(userId, [{ type: "review", id, changed_at: changedAt(), review: null }]);
}

/** A null `term` deletes the stored term. */
export async function saveTerms(userId: string, terms: readonly { id: string; term: Term | null }[]): Promise<boolean> {
  const changed_at = changedAt();
  return saveOrWarn(
    userId,
    terms.map(({ id, term }) => ({ type: "term", id, changed_at, term })),
  );
}

type Setting = Extract<StudyChange, { type: "setting" }>["setting"];

export async function saveStudySetting(userId: string, setting: Setting): Promise<void> {
  await saveOrWarn(userId, [{ type: "setting", changed_at: changedAt(), setting }]);
}
