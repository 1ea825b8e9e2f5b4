import type { QueryClient } from "@tanstack/react-query";
import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { callApi } from "../../../api.ts";
import { examsHere } from "./exam-facts.ts";
import { attemptsKey, markingsKey } from "./exam-keys.ts";
import { listAttempts } from "./list-attempts.ts";
import { type KnownAttempt, type KnownMarking, withExamsHere, withMarkingsHere } from "./merge-here.ts";

/** A mock with all of its markings that are known. */
export type KnownExam = { attempt: KnownAttempt; markings: readonly KnownMarking[] };

/** What is known of a learner's mocks and their markings, with or without the network. */
export async function knownExams(queries: QueryClient, userId: string): Promise<readonly KnownExam[]> {
  const here = await examsHere(userId).catch(() => ({ attempts: [], markings: [], removedMarkings: [] }));
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
