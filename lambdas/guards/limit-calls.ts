import { type CountedCall, callLimits, waitText } from "../../domain/call-limit.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { CallCounts } from "../store/call-counts.ts";

/**
 * Counts a call of one kind that `subject` makes, or that is about it.
 * @throws Refusal "too_many_requests" once as many were let through as may be
 */
export async function limitCalls(counts: Pick<CallCounts, "admit">, kind: CountedCall, subject: string): Promise<void> {
  const retryAfterSeconds = await counts.admit({ kind, subject }, callLimits[kind]);
  if (retryAfterSeconds === null) return;
  const message = `Too many attempts. Try again in ${waitText(retryAfterSeconds)}.`;
  throw new Refusal("too_many_requests", message, { retryAfterSeconds });
}

/**
 * Counts that a mock exam is stored for the first time, which bounds how many rows a learner can have.
 * @throws Refusal "too_many_requests"
 */
export async function limitNewExams(counts: Pick<CallCounts, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-exam-hour", userId);
  await limitCalls(counts, "new-exam-month", userId);
}

/**
 * Counts that something of a learner's practice is stored for the first time. Ids are not held against the content, so
 * that this bounds how many rows a learner can have.
 * @throws Refusal "too_many_requests"
 */
export async function limitNewProgress(counts: Pick<CallCounts, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-progress-hour", userId);
  await limitCalls(counts, "new-progress-month", userId);
}
