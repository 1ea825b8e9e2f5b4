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

let current: { userId: string; sender: RunningSender; listeners: SyncListeners } | undefined;

async function onChanged(userId: string, send: "now" | "gathered" | "later"): Promise<void> {
  news.publish(userId);
  if (current?.userId !== userId) return;
  if (send === "now") void current.sender.sendNow();
  if (send === "gathered") current.sender.sendSoon();
}

export function startExamSending(userId: string, answers: ResponseListeners): () => void {
  const listeners = { ...answers, onLocalChange: () => news.publish(userId) };
  const sender = startExamSender(store, userId, listeners);
  current = { userId, sender, listeners };
  return () => {
    sender.stop();
    if (current?.sender === sender) current = undefined;
  };
}

export const onLocalExamsChanged = news.subscribe;

/** Rejects if the browser blocks storage. */
export function loadLocalExams(userId: string): Promise<LocalExams> {
  return store.list(userId);
}

/** Settles after the save, without waiting for the server. Rejects if the browser blocks storage. */
export async function startAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.save({ userId, attemptId }, facts);
  await onChanged(userId, "later");
  if (current?.userId === userId)
    void sendAttemptStart(store, { kind: "facts", userId, attemptId, facts }, current.listeners);
}

/**
 * Does not send a running attempt at once, because requests must not disturb a learner who interprets. Rejects if the
 * browser blocks storage.
 */
export async function saveAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.save({ userId, attemptId }, facts);
  await onChanged(userId, facts.outcome === "running" ? "later" : "now");
}

/** Rejects if the browser blocks storage. */
export async function removeAttempt(userId: string, attemptId: string): Promise<void> {
  await store.queueRemoval({ userId, attemptId });
  await onChanged(userId, "now");
}

/** Rejects if the browser blocks storage. */
export async function removeMarking(userId: string, attemptId: string, markingId: string): Promise<void> {
  await store.queueMarkingRemoval({ userId, attemptId, marking_id: markingId });
  await onChanged(userId, "now");
}

/** Adds changes to a marking, or creates the marking. Rejects if the browser blocks storage. */
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

export type RunningAttempt = { attemptId: string; facts: ExamAttemptFacts };

export function newestRunningAttempt({ attempts }: LocalExams): RunningAttempt | null {
  const running = attempts
    .flatMap((each) => (each.kind === "facts" && each.facts.outcome === "running" ? [each] : []))
    .toSorted((one, other) => Date.parse(other.facts.started_at) - Date.parse(one.facts.started_at));
  const [newest] = running;
  return newest ? { attemptId: newest.attemptId, facts: newest.facts } : null;
}

export async function loadRunningAttempt(userId: string): Promise<RunningAttempt | null> {
  return newestRunningAttempt(await store.list(userId));
}

/** Returns the number of exams whose data is still unsent. */
export async function flushLocalExams(userId: string, withinMs: number): Promise<number> {
  if (current?.userId === userId) await current.sender.flush(withinMs);
  return countUnsentExams(await store.list(userId));
}

export async function clearLocalExams(userId: string): Promise<void> {
  await store.clear(userId).catch(() => undefined);
  news.publish(userId);
}
