import type { ExamAttemptFacts, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { learnerNews } from "../../../browser/learner-news.ts";
import { serverNow } from "../../../browser/server-time.ts";
import type { Sending } from "../../../start-sending.ts";
import { type Answers, startExamSender, type Told, tellBegun, unsentMocks } from "./internal/exam-sender.ts";
import { type ExamsHere, openExamStore } from "./internal/exam-store.ts";

const store = openExamStore();
const news = learnerNews("parlance-exam");

let current: { userId: string; sender: Sending; told: Told } | undefined;

async function changed(userId: string, send: "now" | "gathered" | "later"): Promise<void> {
  news.announce(userId);
  if (current?.userId !== userId) return;
  if (send === "now") void current.sender.nudge();
  if (send === "gathered") current.sender.gather();
}

/**
 * Sends what the server does not know of a learner's mocks, now and whenever the network comes back, until the function
 * given back is called. What was refused once is tried again now.
 * @param answers told of what the server answers
 */
export function startExamSending(userId: string, answers: Answers): () => void {
  const told = { ...answers, changed: () => news.announce(userId) };
  const sender = startExamSender(store, userId, told);
  current = { userId, sender, told };
  return () => {
    sender.stop();
    if (current?.sender === sender) current = undefined;
  };
}

/** Calls `listener` when what this browser holds of a learner's mocks has changed, until the function given back is called. */
export const hearExamsHere = news.hear;

/** What this browser holds of a learner's mocks and the server may not have. Rejects where the browser stores nothing. */
export function examsHere(userId: string): Promise<ExamsHere> {
  return store.list(userId);
}

/**
 * Keeps the facts of a mock that begins in this browser, and tells the server once. Settles when they are kept; rejects
 * where the browser stores nothing.
 */
export async function beginAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.keep({ userId, attemptId }, facts);
  await changed(userId, "later");
  if (current?.userId === userId) void tellBegun(store, { kind: "facts", userId, attemptId, facts }, current.told);
}

/**
 * Keeps the facts of a mock in this browser and then sends them; an older revision changes nothing. While a mock goes on
 * nothing is sent for its sake: a learner who interprets is left alone. Rejects where the browser stores nothing.
 */
export async function keepAttempt(userId: string, attemptId: string, facts: ExamAttemptFacts): Promise<void> {
  await store.keep({ userId, attemptId }, facts);
  await changed(userId, facts.outcome === "running" ? "later" : "now");
}

/** Deletes a mock, here at once and on the server as soon as it can be reached. What was said in it is not its concern. */
export async function removeAttempt(userId: string, attemptId: string): Promise<void> {
  await store.remove({ userId, attemptId });
  await changed(userId, "now");
}

/** Deletes a marking, here at once and on the server as soon as it can be reached. Rejects where the browser stores nothing. */
export async function removeMarking(userId: string, attemptId: string, markingId: string): Promise<void> {
  await store.removeMarking({ userId, attemptId, marking_id: markingId });
  await changed(userId, "now");
}

/** Adds changes to a marking, or begins one; they are sent with those of the next seconds. Rejects where the browser stores nothing. */
export async function changeMarking(
  userId: string,
  attemptId: string,
  markingId: string,
  changes: readonly MarkingChange[],
): Promise<void> {
  const created_at = serverNow().toISOString();
  await store.change({ userId, attemptId, marking_id: markingId, created_at, changes: [...changes] });
  await changed(userId, "gathered");
}

/** A mock that is under way in this browser, in whichever tab. */
export type RunningAttempt = { attemptId: string; facts: ExamAttemptFacts };

/** The newest mock that is under way in this browser; null if there is none. */
export function newestRunning({ attempts }: ExamsHere): RunningAttempt | null {
  const running = attempts
    .flatMap((each) => (each.kind === "facts" && each.facts.outcome === "running" ? [each] : []))
    .toSorted((one, other) => Date.parse(other.facts.started_at) - Date.parse(one.facts.started_at));
  const [newest] = running;
  return newest ? { attemptId: newest.attemptId, facts: newest.facts } : null;
}

/** The learner's mock that is under way in this browser, the newest of several; null if there is none. */
export async function runningAttempt(userId: string): Promise<RunningAttempt | null> {
  return newestRunning(await store.list(userId));
}

/** Tries for at most so many ms to send what waits; answers with of how many mocks the server still does not know all. */
export async function flushExamFacts(userId: string, withinMs: number): Promise<number> {
  if (current?.userId === userId) await current.sender.flush(withinMs);
  return unsentMocks(await store.list(userId));
}

/** Removes what this browser holds of a learner's mocks. */
export async function clearExamFacts(userId: string): Promise<void> {
  await store.clear(userId).catch(() => undefined);
  news.announce(userId);
}
