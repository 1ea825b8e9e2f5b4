import type { ExamAttemptFacts, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { createLearnerChannel } from "../../../browser/learner-channel.ts";
import { serverNow } from "../../../browser/server-time.ts";
import type { RunningSender } from "../../../start-sender.ts";
import {
  countUnsentExams,
  type ResponseListeners,
  type SyncListeners,
  sendAttemptStart,
  startExamSender,
} from "./internal/exam-sender.ts";
import { type LocalExams, openExamStore } from "./internal/exam-store.ts";

const store = openExamStore();
const news = createLearnerChannel("parlance-exam");

let current: { userId: string; sender: RunningSender; told: SyncListeners } | undefined;

async function onChanged(userId: string, send: "now" | "gathered" | "later"): Promise<void> {
  news.publish(userId);
  if (current?.userId !== userId) return;
  if (send === "now") void current.sender.sendNow();
  if (send === "gathered") current.sender.sendSoon();
}

/**
 * Sends what the server does not know of a learner's mocks, now and whenever the network comes back, until the function
 * given back is called. What was refused once is tried again now.
 * @param answers told of what the server answers
 */
export function startExamSending(userId: string, answers: ResponseListeners): () => void {
  const told = { ...answers, onLocalChange: () => news.publish(userId) };
  const sender = startExamSender(store, userId, told);
  current = { userId, sender, told };
  return () => {
    sender.stop();
    if (current?.sender === sender) current = undefined;
  };
}

/** Calls `listener` when what this browser holds of a learner's mocks has changed, until the function given back is called. */
export const onLocalExamsChanged = news.subscribe;

/** What this browser holds of a learner's mocks and the server may not have. Rejects where the browser stores nothing. */
export function loadLocalExams(userId: string): Promise<LocalExams> {
  return store.list(userId);
}

/**
 * Keeps the facts of a mock that begins in this browser, and tells the server once. Settles when they are kept; rejects
 * where the browser stores nothing.
 */
export async function startAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.save({ userId, attemptId }, facts);
  await onChanged(userId, "later");
  if (current?.userId === userId)
    void sendAttemptStart(store, { kind: "facts", userId, attemptId, facts }, current.told);
}

/**
 * Keeps the facts of a mock in this browser and then sends them; an older revision changes nothing. While a mock goes on
 * nothing is sent for its sake: a learner who interprets is left alone. Rejects where the browser stores nothing.
 */
export async function saveAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.save({ userId, attemptId }, facts);
  await onChanged(userId, facts.outcome === "running" ? "later" : "now");
}

/** Deletes a mock, here at once and on the server as soon as it can be reached. What was said in it is not its concern. */
export async function removeAttempt(userId: string, attemptId: string): Promise<void> {
  await store.queueRemoval({ userId, attemptId });
  await onChanged(userId, "now");
}

/** Deletes a marking, here at once and on the server as soon as it can be reached. Rejects where the browser stores nothing. */
export async function removeMarking(userId: string, attemptId: string, markingId: string): Promise<void> {
  await store.queueMarkingRemoval({ userId, attemptId, marking_id: markingId });
  await onChanged(userId, "now");
}

/** Adds changes to a marking, or begins one; they are sent with those of the next seconds. Rejects where the browser stores nothing. */
export async function changeMarking(
  userId: string,
  attemptId: string,
  markingId: string,
  changes: readonly MarkingChange[],
): Promise<void> {
  const created_at = serverNow().toISOString();
  await store.addChanges({ userId, attemptId, marking_id: markingId, created_at, changes: [...changes] });
  await onChanged(userId, "gathered");
}

/** A mock that is under way in this browser, in whichever tab. */
export type RunningAttempt = { attemptId: string; facts: ExamAttemptFacts };

/** The newest mock that is under way in this browser; null if there is none. */
export function newestRunningAttempt({ attempts }: LocalExams): RunningAttempt | null {
  const running = attempts
    .flatMap((each) => (each.kind === "facts" && each.facts.outcome === "running" ? [each] : []))
    .toSorted((one, other) => Date.parse(other.facts.started_at) - Date.parse(one.facts.started_at));
  const [newest] = running;
  return newest ? { attemptId: newest.attemptId, facts: newest.facts } : null;
}

/** The learner's mock that is under way in this browser, the newest of several; null if there is none. */
export async function loadRunningAttempt(userId: string): Promise<RunningAttempt | null> {
  return newestRunningAttempt(await store.list(userId));
}

/** Tries for at most so many ms to send what waits; answers with of how many mocks the server still does not know all. */
export async function flushLocalExams(userId: string, withinMs: number): Promise<number> {
  if (current?.userId === userId) await current.sender.flush(withinMs);
  return countUnsentExams(await store.list(userId));
}

/** Removes what this browser holds of a learner's mocks. */
export async function clearLocalExams(userId: string): Promise<void> {
  await store.clear(userId).catch(() => undefined);
  news.publish(userId);
}
