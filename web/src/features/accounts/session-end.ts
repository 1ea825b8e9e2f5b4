import { useSyncExternalStore } from "react";
import { createObservable } from "../../browser/observable.ts";

/**
 * `how` is the cause:
 * - "logged-out": another tab logged out.
 * - "deleted": the account was deleted.
 * - "taken": another tab removed the tokens.
 * - "replaced": another tab stored another learner's tokens.
 * - "refused": the user pool refuses the tokens, or this browser has no tokens any more.
 * - "reset": this page logged out everywhere to reset a password.
 */
export type SessionEnd = {
  userId: string;
  how: "logged-out" | "deleted" | "taken" | "replaced" | "refused" | "reset";
  /** False if another tab reported a log-out and this page did not have the learner's session. */
  wasHere: boolean;
};

const endListeners = new Set<(end: SessionEnd) => void>();
// A session may end before the first listener subscribes.
let pendingEnd: SessionEnd | null = null;

export function notifySessionEnd(end: SessionEnd): void {
  if (endListeners.size === 0) pendingEnd = end;
  for (const listener of endListeners) listener(end);
}

/** Listeners are not notified of a `logOut` on this page. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  if (pendingEnd) listener(pendingEnd);
  pendingEnd = null;
  return () => endListeners.delete(listener);
}

/** True after this page's session ended as "refused", until the next log-in. */
export const refusedSession = createObservable(false);

export function useRefusedSession(): boolean {
  return useSyncExternalStore(refusedSession.subscribe, refusedSession.get, () => false);
}
