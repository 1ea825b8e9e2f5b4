import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, callApi } from "../../../api.ts";
import { logUnsent } from "../../../start-sending.ts";
import { examsHere, runningAttempt } from "./exam-facts.ts";

/** Every page has this file; few have takes of a mock. */
const takes = () => import("../takes/mock-takes.ts");

const logKept = (error: unknown) => logUnsent("What was deleted elsewhere is here still", error);

/** Whether the server says that the learner deleted a mock: one that it never heard of is none. */
async function wasDeleted(attemptId: string): Promise<boolean> {
  try {
    await callApi("list-exam-markings", { params: { attemptId } });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === "attempt_deleted";
  }
}

async function removeAllOfDeleted(userId: string, listed: readonly ExamAttempt[]): Promise<void> {
  const [{ attempts: here }, { allMockTakes, removeMockTakes }] = await Promise.all([examsHere(userId), takes()]);
  const known = new Set([...listed.map((attempt) => attempt.attempt_id), ...here.map(({ attemptId }) => attemptId)]);
  const said = new Set((await allMockTakes(userId)).map(({ attemptId }) => attemptId));
  for (const attemptId of said) {
    if (!known.has(attemptId) && (await wasDeleted(attemptId))) await removeMockTakes(userId, attemptId);
  }
}

/**
 * Removes what was said in mocks that the learner has deleted on another device. That one is not listed is not enough: what
 * cannot be said again goes only by the learner's word, for which the server is asked.
 * @param listed all mocks that the server knows
 */
export function removeTakesOfDeleted(userId: string, listed: readonly ExamAttempt[]): void {
  removeAllOfDeleted(userId, listed).catch(logKept);
}

async function removeUnlessRunning(userId: string, attemptId: string): Promise<void> {
  const [running, { removeMockTakes }] = await Promise.all([runningAttempt(userId).catch(() => null), takes()]);
  if (running?.attemptId !== attemptId) await removeMockTakes(userId, attemptId);
}

/**
 * Removes what was said in a mock that the learner has deleted; one that is under way here is left alone until it is over.
 * Where the browser refuses, the next look at the list of mocks tries again.
 */
export function removeDeletedTakes(userId: string, attemptId: string): void {
  removeUnlessRunning(userId, attemptId).catch(logKept);
}
