import { useSyncExternalStore } from "react";
import type { Toast } from "../messages.ts";

/** `silent` ones are for the eyes alone. */
export type ShownToast = Toast & { id: number; silent: boolean };

const mostAtOnce = 2;

let shown: readonly ShownToast[] = [];
let lastId = 0;
let silences = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message; one that is showing already is not shown twice, and older ones make room.
 * @returns its id, by which it can be taken away
 */
export function showToast(toast: Toast): number {
  const others = shown.filter(({ title, description }) => title !== toast.title || description !== toast.description);
  lastId += 1;
  const silent = silences > 0 && toast.tone !== "problem";
  change([...others, { ...toast, id: lastId, silent }].slice(-mostAtOnce));
  return lastId;
}

/**
 * Keeps messages from being read out while a microphone listens, until the function given back is called. Problems are
 * read out all the same: a learner who cannot see them must know.
 */
export function keepToastsSilent(): () => void {
  let kept = true;
  silences += 1;
  return () => {
    if (kept) silences -= 1;
    kept = false;
  };
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(shown.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages that show now, oldest first. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => shown,
  );
}
