import { useSyncExternalStore } from "react";
import { createObservable } from "../../browser/observable.ts";

/**
 * The end of a session. Another tab logged out ("logged-out"), removed the tokens ("taken") or stored another learner's
 * ("replaced"); the account was deleted; the server refuses the tokens; or a password is being reset here.
 */
export type SessionEnd = {
  userId: string;
  how: "logged-out" | "deleted" | "taken" | "replaced" | "refused" | "reset";
  /** Whether this page was the learner's until now: one that was nobody's has nothing to tell. */
  wasHere: boolean;
};

const endListeners = new Set<(end: SessionEnd) => void>();
// The server may answer before the first page that could listen is there.
let pendingEnd: SessionEnd | null = null;

/** Notifies the listeners, or the first one to subscribe if there is none yet. */
export function notifySessionEnd(end: SessionEnd): void {
  if (endListeners.size === 0) pendingEnd = end;
  for (const listener of endListeners) listener(end);
}

/** Subscribes to ends of the session that this page did not cause; returns the function that unsubscribes. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  if (pendingEnd) listener(pendingEnd);
  pendingEnd = null;
  return () => endListeners.delete(listener);
}

/** Whether the server refused the session of this page and nobody has logged in since. */
export const refusedSession = createObservable(false);

/** The same for a page that is also drawn into its document, where no session was refused. */
export function useRefusedSession(): boolean {
  return useSyncExternalStore(refusedSession.subscribe, refusedSession.get, () => false);
}
