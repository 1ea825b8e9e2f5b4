import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, type ApiErrorCode, callApi } from "../../../api.ts";
import { readHomeExams } from "../../../home-answer.ts";
import { freshness } from "../../../query-freshness.ts";
import { removeRecordingsOfDeletedAttempts } from "./deleted-recordings.ts";
import { attemptsKey, localExamsKey, markingsKey, readCachedExams } from "./exam-cache.ts";
import type { LocalExams } from "./internal/exam-store.ts";
import { loadLocalExams, onLocalExamsChanged } from "./local-exams.ts";
import { type KnownAttempt, type KnownMarking, mergeLocalExams, mergeLocalMarkings } from "./merge-local-exams.ts";

/**
 * Also removes the recordings of deleted exam attempts.
 * @throws ApiError
 */
export async function fetchAttempts(userId: string): Promise<ExamAttempt[]> {
  let page = (await readHomeExams())?.exams ?? (await callApi("list-exam-attempts", { params: {} }));
  const all = [...page.attempts];
  while (page.next !== undefined) {
    page = await callApi("list-exam-attempts", { params: { after: page.next } });
    all.push(...page.attempts);
  }
  removeRecordingsOfDeletedAttempts(userId, all);
  return all;
}

export type LoadError = { reason: string; retry: () => void; retrying: boolean };

export type ExamAttempts =
  | { kind: "loading" }
  | { kind: "known"; attempts: readonly KnownAttempt[]; loadError: LoadError | null };

type Markings = { kind: "loading" } | { kind: "known"; markings: readonly KnownMarking[]; loadError: LoadError | null };

const noLocalExams: LocalExams = { attempts: [], markings: [], removedMarkings: [] };

export function useLocalExams(userId: string): LocalExams | null {
  const queries = useQueryClient();
  const here = useQuery({
    queryKey: localExamsKey(userId),
    // A browser without storage has no exams to add.
    queryFn: () => loadLocalExams(userId).catch(() => noLocalExams),
    ...freshness.localExams,
  });
  useEffect(
    () => onLocalExamsChanged(userId, () => void queries.invalidateQueries({ queryKey: localExamsKey(userId) })),
    [queries, userId],
  );
  return here.data ?? null;
}

function toLoadError({ error, refetch, isFetching }: UseQueryResult): LoadError | null {
  return error && { reason: error.message, retry: () => void refetch(), retrying: isFetching };
}

/**
 * "meanwhile": the cached list is shown until the server's list is loaded. "unreachable": the cached list is shown only
 * if the server's list cannot be loaded.
 */
type CachedUse = "meanwhile" | "unreachable";

/**
 * The newest attempt comes first.
 * @param former the cached list
 */
export function useExamAttempts(
  userId: string,
  former?: readonly ExamAttempt[],
  use: CachedUse = "meanwhile",
): ExamAttempts {
  const queries = useQueryClient();
  const here = useLocalExams(userId);
  const listed = useQuery<ExamAttempt[]>({
    queryKey: attemptsKey(userId),
    queryFn: () => fetchAttempts(userId),
    ...freshness.exam,
  });
  if (!here || (listed.isPending && !(former && use === "meanwhile"))) return { kind: "loading" };
  const markingsOf = (attemptId: string) => queries.getQueryData<Marking[]>(markingsKey(userId, attemptId));
  const attempts = mergeLocalExams(listed.data ?? former ?? [], here, userId, markingsOf);
  return { kind: "known", attempts, loadError: toLoadError(listed) };
}

export function useKnownExamAttempts(userId: string): ExamAttempts {
  const [former] = useState(() => readCachedExams(userId));
  return useExamAttempts(userId, former?.attempts, "unreachable");
}

/** Refusals for an attempt that the server has not received yet, or that the learner deleted. */
const notOnServer: readonly ApiErrorCode[] = ["attempt_not_found", "attempt_deleted"];

async function fetchMarkings(attemptId: string): Promise<Marking[]> {
  const known = (await readHomeExams())?.last_marked;
  if (known?.attempt_id === attemptId) return known.markings;
  try {
    return await callApi("list-exam-markings", { params: { attemptId } });
  } catch (error) {
    if (error instanceof ApiError && notOnServer.includes(error.code)) return [];
    throw error;
  }
}

/**
 * The oldest marking comes first.
 * @param former the cached list
 */
export function useMarkings(
  userId: string,
  attemptId: string,
  former?: readonly Marking[],
  use: CachedUse = "meanwhile",
): Markings {
  const here = useLocalExams(userId);
  const listed = useQuery<Marking[]>({
    queryKey: markingsKey(userId, attemptId),
    queryFn: () => fetchMarkings(attemptId),
    ...freshness.exam,
  });
  if (!here || (listed.isPending && !(former && use === "meanwhile"))) return { kind: "loading" };
  const markings = mergeLocalMarkings(listed.data ?? former ?? [], here, attemptId);
  return { kind: "known", markings, loadError: toLoadError(listed) };
}

export function useKnownMarkings(userId: string, attemptId: string): Markings {
  const [former] = useState(() => readCachedExams(userId));
  return useMarkings(userId, attemptId, former?.markings[attemptId], "unreachable");
}

export type KnownExam = { attempt: KnownAttempt; markings: readonly KnownMarking[] };

/** Never rejects. Leaves out data that cannot be loaded. */
export async function loadKnownExams(queries: QueryClient, userId: string): Promise<readonly KnownExam[]> {
  const here = await loadLocalExams(userId).catch(() => noLocalExams);
  const queryFn = () => fetchAttempts(userId);
  const listed = await queries
    .ensureQueryData<ExamAttempt[]>({ queryKey: attemptsKey(userId), queryFn })
    .catch((): ExamAttempt[] => []);
  const attempts = mergeLocalExams(listed, here, userId, () => undefined);
  const markingsOf = async (attemptId: string): Promise<readonly KnownMarking[]> => {
    const listMarkings = () => callApi("list-exam-markings", { params: { attemptId } });
    const known = await queries
      .ensureQueryData<Marking[]>({ queryKey: markingsKey(userId, attemptId), queryFn: listMarkings, retry: false })
      .catch((): Marking[] => []);
    return mergeLocalMarkings(known, here, attemptId);
  };
  return Promise.all(attempts.map(async (attempt) => ({ attempt, markings: await markingsOf(attempt.attempt_id) })));
}
