import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, type ApiFailure, callApi } from "../../../api.ts";
import { freshness } from "../../../query-freshness.ts";
import { removeTakesOfDeleted } from "./deleted-takes.ts";
import { attemptsKey, examsHereKey, markingsKey } from "./exam-cache.ts";
import { examsHere, hearExamsHere } from "./exam-facts.ts";
import type { ExamsHere } from "./internal/exam-store.ts";
import { type KnownAttempt, type KnownMarking, withExamsHere, withMarkingsHere } from "./merge-here.ts";

/** All mocks of the learner that the server knows, by which this device also learns of deleted ones. @throws {ApiError} */
export async function listAttempts(userId: string): Promise<ExamAttempt[]> {
  const all: ExamAttempt[] = [];
  let after: string | undefined;
  do {
    const page = await callApi("list-exam-attempts", { params: after === undefined ? {} : { after } });
    all.push(...page.attempts);
    after = page.next;
  } while (after !== undefined);
  removeTakesOfDeleted(userId, all);
  return all;
}

/** Why the server could not be asked; what is known here is shown meanwhile. */
export type Trouble = { reason: string; retry: () => void; retrying: boolean };

/** The learner's mocks: the server's, with what only this browser knows. */
export type ExamAttempts =
  | { kind: "loading" }
  | { kind: "known"; attempts: readonly KnownAttempt[]; trouble: Trouble | null };

/** The markings of a mock: the server's, with what only this browser knows. */
type Markings = { kind: "loading" } | { kind: "known"; markings: readonly KnownMarking[]; trouble: Trouble | null };

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

/** A mock with all of its markings that are known. */
export type KnownExam = { attempt: KnownAttempt; markings: readonly KnownMarking[] };

/** Returns a learner's mock exams and markings from server and browser, also without a network. */
export async function knownExams(queries: QueryClient, userId: string): Promise<readonly KnownExam[]> {
  const here = await examsHere(userId).catch(() => nothingHere);
  const queryFn = () => listAttempts(userId);
  const listed = await queries
    .ensureQueryData<ExamAttempt[]>({ queryKey: attemptsKey(userId), queryFn })
    .catch((): ExamAttempt[] => []);
  const attempts = withExamsHere(listed, here, userId, () => undefined);
  const markingsOf = async (attemptId: string): Promise<readonly KnownMarking[]> => {
    const listMarkings = () => callApi("list-exam-markings", { params: { attemptId } });
    const known = await queries
      .ensureQueryData<Marking[]>({ queryKey: markingsKey(userId, attemptId), queryFn: listMarkings, retry: false })
      .catch((): Marking[] => []);
    return withMarkingsHere(known, here, attemptId);
  };
  return Promise.all(attempts.map(async (attempt) => ({ attempt, markings: await markingsOf(attempt.attempt_id) })));
}
