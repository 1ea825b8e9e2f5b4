import { useSyncExternalStore } from "react";
import type { Toast } from "./toast.ts";

/** `silent` ones are for the eyes alone; `toldAt` is the path of the page that told it. */
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

/**
 * Shows a message in the place of those of its topic, so that a success never stands beside the failure before it; older
 * ones make room.
 * @returns its id, by which it can be taken away
 */
export function showToast(toast: Toast): number {
  const others = shown.filter(({ topic }) => topic !== toast.topic);
  lastId += 1;
  const silent = silenceCount > 0 && toast.tone !== "problem";
  setToasts([...others, { ...toast, id: lastId, silent, originPath: currentPath() }].slice(-maxToasts));
  return lastId;
}

/**
 * Keeps messages from being read out while a microphone listens, until the function given back is called. Problems are
 * read out all the same: a learner who cannot see them must know.
 */
export function silenceToasts(): () => void {
  let kept = true;
  silenceCount += 1;
  return () => {
    if (kept) silenceCount -= 1;
    kept = false;
  };
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  setToasts(shown.filter((toast) => toast.id !== id));
}

/** Takes away what belongs to other pages than the one at `path`, which is shown now. */
export function dismissToastsOfOtherPages(path: string): void {
  const staying = shown.filter(({ reach, originPath }) => reach === "journey" || originPath === path);
  if (staying.length < shown.length) setToasts(staying);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages that show now, oldest first. */
export const shownToasts = (): readonly ShownToast[] => shown;

/** The messages that show now, oldest first. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, shownToasts, shownToasts);
}
