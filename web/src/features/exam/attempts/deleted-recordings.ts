import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import { ApiError, callApi } from "../../../api.ts";
import { logUnsent } from "../../../start-sender.ts";
import { loadLocalExams, loadRunningAttempt } from "./local-exams.ts";

const importRecordings = () => import("../recordings/exam-recordings.ts");

const logRemovalFailed = (error: unknown) =>
  logUnsent("Recordings of deleted exams could not be checked or removed", error);

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
 * The server has to confirm each deletion. An attempt may be missing from `listed` for another reason, and recordings
 * cannot be recreated.
 * @param listed all exam attempts that the server lists
 */
export function removeRecordingsOfDeletedAttempts(userId: string, listed: readonly ExamAttempt[]): void {
  removeForDeletedAttempts(userId, listed).catch(logRemovalFailed);
}

async function removeUnlessRunning(userId: string, attemptId: string): Promise<void> {
  const [running, { removeExamRecordings }] = await Promise.all([loadRunningAttempt(userId), importRecordings()]);
  if (running?.attemptId !== attemptId) await removeExamRecordings(userId, attemptId);
}

/** After an error, a later call of `removeRecordingsOfDeletedAttempts` can remove the recordings. */
export function removeRecordingsOfDeletedAttempt(userId: string, attemptId: string): void {
  removeUnlessRunning(userId, attemptId).catch(logRemovalFailed);
}
