import { useSyncExternalStore } from "react";

const key = "deleting_account";
const listeners = new Set<() => void>();
// What a browser that stores nothing does without from one page to the next.
let inMemory: string | null = null;

function read(): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory;
  } catch {
    return inMemory;
  }
}

function write(userId: string | null): void {
  inMemory = userId;
  try {
    if (userId === null) localStorage.removeItem(key);
    else localStorage.setItem(key, userId);
  } catch {}
  for (const listener of listeners) listener();
}

/** Notes that the deletion of a learner's account was asked for and may not be finished. */
export const noteDeletion = (userId: string): void => write(userId);

/** Forgets it: everything is deleted, or nothing is to be. */
export const forgetDeletion = (): void => write(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whose deletion was asked for in this browser and may not be finished; null for nobody's. */
export function useUnfinishedDeletion(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
