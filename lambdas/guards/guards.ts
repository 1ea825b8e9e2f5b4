import { type CountedCall, callLimits, formatWait } from "../../domain/call-limit.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import type { CallCountStore } from "../store/call-counts.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";

export const userGoneRefusal = () => new Refusal("user_gone", "This account has been deleted.");

/** @throws Refusal "account_closing", "user_gone" */
export async function refuseClosed(accounts: Pick<ClosedAccountStore, "stateOf">, userId: string): Promise<void> {
  const state = await accounts.stateOf(userId);
  if (state === "closed") throw userGoneRefusal();
  if (state === "closing") {
    throw new Refusal("account_closing", "This account is being deleted. Delete it again to finish.");
  }
}

type WithHeaders = { header: (name: string) => string };

/** @throws Refusal "unauthorized" */
export async function refuseEndedSession(sessions: SessionCheck, { header }: WithHeaders): Promise<void> {
  const token = header("authorization").replace(/^Bearer\s+/i, "");
  if (token === "" || !(await sessions.holds(token))) {
    throw new Refusal("unauthorized", "Your session has ended. Please log in again.");
  }
}

/** An access token may outlive its session. */
export function requireActiveSession<Asked, Services, Answer>(
  handle: (call: Asked, services: Services) => Promise<Answer>,
): (call: Asked & { request: WithHeaders }, services: Services & { sessionCheck: SessionCheck }) => Promise<Answer> {
  return async (call, services) => {
    await refuseEndedSession(services.sessionCheck, call.request);
    return handle(call, services);
  };
}

/**
 * Counts a call that `subject` makes, or a call about `subject`.
 * @throws Refusal "too_many_requests", "account_closing", "user_gone"
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
 * Must be called only for an exam attempt that has no row yet.
 * @throws Refusal "too_many_requests", "account_closing", "user_gone"
 */
export async function limitNewExams(counts: Pick<CallCountStore, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-exam-hour", userId);
  await limitCalls(counts, "new-exam-month", userId);
}

/**
 * Limits the rows that a learner can store with invented ids. Must be called only for progress that has no row yet.
 * @throws Refusal "too_many_requests", "account_closing", "user_gone"
 */
export async function limitNewProgress(counts: Pick<CallCountStore, "admit">, userId: string): Promise<void> {
  await limitCalls(counts, "new-progress-hour", userId);
  await limitCalls(counts, "new-progress-month", userId);
}

/** @throws Refusal "origin_not_allowed" */
export function requireOwnOrigin(allowed: readonly string[], url: string): string {
  const { origin } = new URL(url);
  if (!allowed.includes(origin))
    throw new Refusal("origin_not_allowed", "The return address does not belong to this app");
  return origin;
}

export const attemptDeletedRefusal = () => new Refusal("attempt_deleted", "This mock exam has been deleted.");

export const markingDeletedRefusal = () => new Refusal("marking_deleted", "This marking has been deleted.");

/** Also for an exam attempt of another learner, because the key of an attempt's row contains the caller's id. */
export const attemptNotFoundRefusal = () => new Refusal("attempt_not_found", "This mock exam does not exist.");
