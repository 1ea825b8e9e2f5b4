import type { QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { readCached, writeCached } from "../../../browser/local-cache.ts";

export const examKey = (userId: string) => ["exam", userId] as const;

export const attemptsKey = (userId: string) => [...examKey(userId), "attempts"] as const;

export const markingsKey = (userId: string, attemptId: string) => [...examKey(userId), "markings", attemptId] as const;

export const localExamsKey = (userId: string) => ["exam-here", userId] as const;

/** Limited, because local storage has room for only about 5 MB. */
const maxCached = 5;

const cacheName = "exams";

const CachedExams = z.object({
  attempts: z.array(ExamAttempt),
  markings: z.record(z.string(), z.array(Marking)),
});
export type FormerExams = z.infer<typeof CachedExams>;

export function readCachedExams(userId: string): FormerExams | undefined {
  return readCached(userId, cacheName, CachedExams)?.value;
}

function cacheExams(queries: QueryClient, userId: string): void {
  const known = queries.getQueryData<ExamAttempt[]>(attemptsKey(userId));
  if (!known) return;
  const before = readCachedExams(userId)?.markings;
  // Leaves out running attempts, because an attempt in another browser has most likely ended by the next visit.
  const attempts = known
    .filter(({ outcome }) => outcome !== "running")
    .toSorted((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at))
    .slice(0, maxCached);
  const markings = attempts.flatMap(({ attempt_id: id }) => {
    const read = queries.getQueryData<Marking[]>(markingsKey(userId, id)) ?? before?.[id];
    return read ? [[id, read] as const] : [];
  });
  writeCached(userId, cacheName, { attempts, markings: Object.fromEntries(markings) } satisfies FormerExams);
}

export function startExamCaching(queries: QueryClient, userId: string): () => void {
  const [subject] = examKey(userId);
  return queries.getQueryCache().subscribe((event) => {
    const [of, whose] = event.query.queryKey;
    const isNews = event.type === "updated" && event.action.type === "success";
    if (isNews && of === subject && whose === userId) cacheExams(queries, userId);
  });
}
