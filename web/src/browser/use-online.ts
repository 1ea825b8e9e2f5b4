import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  for (const change of ["online", "offline"]) window.addEventListener(change, listener);
  return () => {
    for (const change of ["online", "offline"]) window.removeEventListener(change, listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
