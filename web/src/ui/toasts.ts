import { useSyncExternalStore } from "react";
import type { Toast } from "./toast.ts";

/** `silent` toasts are hidden from screen readers. */
export type ShownToast = Toast & { id: number; silent: boolean; originPath: string };

const maxToasts = 2;

let shown: readonly ShownToast[] = [];
let lastId = 0;
let silenceCount = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

const currentPath = () => globalThis.location?.pathname ?? "";

/** Removes earlier toasts with the same topic, so that a success does not appear next to an earlier failure. */
export function showToast(toast: Toast): number {
  const others = shown.filter(({ topic }) => topic !== toast.topic);
  lastId += 1;
  const silent = silenceCount > 0 && toast.tone !== "problem";
  setToasts([...others, { ...toast, id: lastId, silent, originPath: currentPath() }].slice(-maxToasts));
  return lastId;
}

/**
 * Hides new toasts from screen readers until the returned function is called, because a microphone may record the voice
 * of a screen reader. Problems are still announced, because some learners cannot see them.
 */
export function silenceToasts(): () => void {
  let kept = true;
  silenceCount += 1;
  return () => {
    if (kept) silenceCount -= 1;
    kept = false;
  };
}

export function dismissToast(id: number): void {
  setToasts(shown.filter((toast) => toast.id !== id));
}

export function dismissToastsOfOtherPages(path: string): void {
  const staying = shown.filter(({ reach, originPath }) => reach === "journey" || originPath === path);
  if (staying.length < shown.length) setToasts(staying);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Oldest first. */
export const shownToasts = (): readonly ShownToast[] => shown;

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, shownToasts, shownToasts);
}
