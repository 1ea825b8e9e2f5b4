import { useSyncExternalStore } from "react";
import { createObservable } from "../../browser/observable.ts";

/** Whether the server refused the session of this page and nobody has logged in since. */
export const refusedSession = createObservable(false);

/** The same for a page that is also drawn into its document, where no session was refused. */
export function useRefusedSession(): boolean {
  return useSyncExternalStore(refusedSession.subscribe, refusedSession.get, () => false);
}
