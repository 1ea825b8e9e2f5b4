import { useSyncExternalStore } from "react";
import type { Toast } from "../messages.ts";

export type ShownToast = Toast & { id: number };

const mostAtOnce = 2;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message; one that is showing already is not shown twice, and older ones make room. */
export function showToast(toast: Toast): void {
  const others = shown.filter(({ title, description }) => title !== toast.title || description !== toast.description);
  lastId += 1;
  change([...others, { ...toast, id: lastId }].slice(-mostAtOnce));
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
  return useSyncExternalStore(subscribe, () => shown);
}
