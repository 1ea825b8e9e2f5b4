import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  for (const change of ["online", "offline"]) window.addEventListener(change, listener);
  return () => {
    for (const change of ["online", "offline"]) window.removeEventListener(change, listener);
  };
}

/** Whether the browser has a network, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
