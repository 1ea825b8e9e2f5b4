import { type CountedCall, callLimits, formatWait } from "../../domain/call-limit.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import type { CallCountStore } from "../store/call-counts.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";

/** Refuses a caller whose user no longer exists. */
export const userGoneRefusal = () => new Refusal("user_gone", "This account has been deleted.");

/**
 * Refuses a caller whose account is being deleted, or was.
 * @throws Refusal "account_closing", "user_gone"
 */
export async function refuseClosed(accounts: Pick<ClosedAccountStore, "stateOf">, userId: string): Promise<void> {
  const state = await accounts.stateOf(userId);
  if (state === "closed") throw userGoneRefusal();
  if (state === "closing") {
    throw new Refusal("account_closing", "This account is being deleted. Delete it again to finish.");
  }
}

type WithHeaders = { header: (name: string) => string };

/**
 * Refuses a caller whose session has ended, however long the access token is still good for.
 * @throws Refusal "unauthorized"
 */
export async function refuseEndedSession(sessions: SessionCheck, { header }: WithHeaders): Promise<void> {
  const token = header("authorization").replace(/^Bearer\s+/i, "");
  if (token === "" || !(await sessions.holds(token))) {
    throw new Refusal("unauthorized", "Your session has ended. Please log in again.");
  }
}

/** The same handler for callers whose session has not ended: an access token outlives its session by up to an hour. */
export function requireActiveSession<Asked, Services, Answer>(
  handle: (call: Asked, services: Services) => Promise<Answer>,
): (call: Asked & { request: WithHeaders }, services: Services & { sessionCheck: SessionCheck }) => Promise<Answer> {
  return async (call, services) => {
    await refuseEndedSession(services.sessionCheck, call.request);
    return handle(call, services);
  };
}

/**
 * Counts a call of one kind that `subject` makes, or that is about it.
 * @throws Refusal "too_many_requests" once as many were let through as may be
 */
export async function limitCalls(
  counts: Pick<CallCountStore, "admit">,
  kind: CountedCall,
  subject: string,
): Promise<void> {
  const retryAfterSeconds = await counts.admit({ kind, subject }, callLimits[kind]);
  if (retryAfterSeconds === null) return;
  const message = `Too many attempts. Try again in ${formatWait(retryAfterSeconds)}.`;
  throw new Refusal("too_many_requests", message, { retryAfterSeconds });
}

/**
 * Counts that a mock exam is stored for the first time, which bounds how many rows a learner can have.
 * @throws Refusal "too_many_requests"
 */
export async function limitNewExams(counts: Pick<CallCountStore, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-exam-hour", userId);
  await limitCalls(counts, "new-exam-month", userId);
}

/**
 * Counts that something of a learner's practice is stored for the first time. Ids are not held against the content, so
 * that this bounds how many rows a learner can have.
 * @throws Refusal "too_many_requests"
 */
export async function limitNewProgress(counts: Pick<CallCountStore, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-progress-hour", userId);
  await limitCalls(counts, "new-progress-month", userId);
}

/**
 * The origin of a page to come back to, if it is one of the app's own.
 * @throws Refusal "origin_not_allowed"
 */
export function requireOwnOrigin(allowed: readonly string[], url: string): string {
  const { origin } = new URL(url);
  if (!allowed.includes(origin))
    throw new Refusal("origin_not_allowed", "The return address does not belong to this app");
  return origin;
}

/** Refuses a call about an exam attempt that the learner deleted, on this device or another one. */
export const attemptDeletedRefusal = () => new Refusal("attempt_deleted", "This mock exam has been deleted.");

/** Refuses a call about a marking that the learner deleted, on this device or another one. */
export const markingDeletedRefusal = () => new Refusal("marking_deleted", "This marking has been deleted.");

/** Refuses a call about an exam attempt that is not the caller's, or that the server does not have yet. */
export const attemptNotFoundRefusal = () => new Refusal("attempt_not_found", "This mock exam does not exist.");
