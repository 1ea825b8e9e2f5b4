import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, type ApiFailure, callApi } from "../../../api.ts";
import { freshness } from "../../../query-freshness.ts";
import { examsHere, hearExamsHere } from "./exam-facts.ts";
import { attemptsKey, examsHereKey, markingsKey } from "./exam-keys.ts";
import type { ExamsHere } from "./internal/exam-store.ts";
import { listAttempts } from "./list-attempts.ts";
import { type KnownAttempt, type KnownMarking, withExamsHere, withMarkingsHere } from "./merge-here.ts";

/** Why the server could not be asked; what is known here is shown meanwhile. */
export type Trouble = { reason: string; retry: () => void; retrying: boolean };

/** The learner's mocks: the server's, with what only this browser knows. */
export type ExamAttempts =
  | { kind: "loading" }
  | { kind: "known"; attempts: readonly KnownAttempt[]; trouble: Trouble | null };

/** The markings of a mock: the server's, with what only this browser knows. */
export type Markings =
  | { kind: "loading" }
  | { kind: "known"; markings: readonly KnownMarking[]; trouble: Trouble | null };

const nothingHere: ExamsHere = { attempts: [], markings: [], removedMarkings: [] };

/** The learner's exam attempts and markings in this browser; null while they load. */
export function useExamsHere(userId: string): ExamsHere | null {
  const queries = useQueryClient();
  const here = useQuery({
    queryKey: examsHereKey(userId),
    // A browser that stores nothing has nothing to add.
    queryFn: () => examsHere(userId).catch(() => nothingHere),
    ...freshness.examsHere,
  });
  useEffect(
    () => hearExamsHere(userId, () => void queries.invalidateQueries({ queryKey: examsHereKey(userId) })),
    [queries, userId],
  );
  return here.data ?? null;
}

function troubleOf({ error, refetch, isFetching }: UseQueryResult): Trouble | null {
  return error && { reason: error.message, retry: () => void refetch(), retrying: isFetching };
}

/**
 * The learner's mocks, the newest first.
 * @param former what this browser knew of them before; shown until the server answers
 */
export function useExamAttempts(userId: string, former?: readonly ExamAttempt[]): ExamAttempts {
  const queries = useQueryClient();
  const here = useExamsHere(userId);
  const listed = useQuery<ExamAttempt[]>({
    queryKey: attemptsKey(userId),
    queryFn: () => listAttempts(userId),
    ...freshness.exam,
  });
  if (!here || (listed.isPending && !former)) return { kind: "loading" };
  const markingsOf = (attemptId: string) => queries.getQueryData<Marking[]>(markingsKey(userId, attemptId));
  const attempts = withExamsHere(listed.data ?? former ?? [], here, userId, markingsOf);
  return { kind: "known", attempts, trouble: troubleOf(listed) };
}

/** The server has yet to be told of it, or has forgotten it. */
const absent: readonly ApiFailure[] = ["attempt_not_found", "attempt_deleted"];

async function listMarkings(attemptId: string): Promise<Marking[]> {
  try {
    return await callApi("list-exam-markings", { params: { attemptId } });
  } catch (error) {
    if (error instanceof ApiError && absent.includes(error.code)) return [];
    throw error;
  }
}

/**
 * The markings of a mock, the first begun first.
 * @param former what this browser knew of them before; shown until the server answers
 */
export function useMarkings(userId: string, attemptId: string, former?: readonly Marking[]): Markings {
  const here = useExamsHere(userId);
  const listed = useQuery<Marking[]>({
    queryKey: markingsKey(userId, attemptId),
    queryFn: () => listMarkings(attemptId),
    ...freshness.exam,
  });
  if (!here || (listed.isPending && !former)) return { kind: "loading" };
  const markings = withMarkingsHere(listed.data ?? former ?? [], here, attemptId);
  return { kind: "known", markings, trouble: troubleOf(listed) };
}
