import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, callApi } from "../../../api.ts";
import { logUnsent } from "../../../start-sender.ts";
import { loadLocalExams, loadRunningAttempt } from "./local-exams.ts";

/** Every page has this file; few have takes of a mock. */
const importRecordings = () => import("../recordings/exam-recordings.ts");

const logRemovalFailed = (error: unknown) => logUnsent("What was deleted elsewhere is here still", error);

/** Whether the server says that the learner deleted a mock: one that it never heard of is none. */
async function isDeletedOnServer(attemptId: string): Promise<boolean> {
  try {
    await callApi("list-exam-markings", { params: { attemptId } });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === "attempt_deleted";
  }
}

async function removeForDeletedAttempts(userId: string, listed: readonly ExamAttempt[]): Promise<void> {
  const [{ attempts: here }, { loadAllExamRecordings, removeExamRecordings }] = await Promise.all([
    loadLocalExams(userId),
    importRecordings(),
  ]);
  const known = new Set([...listed.map((attempt) => attempt.attempt_id), ...here.map(({ attemptId }) => attemptId)]);
  const said = new Set((await loadAllExamRecordings(userId)).map(({ attemptId }) => attemptId));
  for (const attemptId of said) {
    if (!known.has(attemptId) && (await isDeletedOnServer(attemptId))) await removeExamRecordings(userId, attemptId);
  }
}

/**
 * Removes what was said in mocks that the learner has deleted on another device. That one is not listed is not enough: what
 * cannot be said again goes only by the learner's word, for which the server is asked.
 * @param listed all mocks that the server knows
 */
export function removeRecordingsOfDeletedAttempts(userId: string, listed: readonly ExamAttempt[]): void {
  removeForDeletedAttempts(userId, listed).catch(logRemovalFailed);
}

async function removeUnlessRunning(userId: string, attemptId: string): Promise<void> {
  const [running, { removeExamRecordings }] = await Promise.all([
    loadRunningAttempt(userId).catch(() => null),
    importRecordings(),
  ]);
  if (running?.attemptId !== attemptId) await removeExamRecordings(userId, attemptId);
}

/**
 * Removes what was said in a mock that the learner has deleted; one that is under way here is left alone until it is over.
 * Where the browser refuses, the next look at the list of mocks tries again.
 */
export function removeRecordingsOfDeletedAttempt(userId: string, attemptId: string): void {
  removeUnlessRunning(userId, attemptId).catch(logRemovalFailed);
}
