import type { LearnerEvent } from "../../../../domain/realtime/event.ts";

/** A change that the server has told of, or that what was not told before has to be read anew. */
export type Change = LearnerEvent | { type: "caught-up" };

const listeners = new Set<(change: Change) => void>();

/** Calls `listener` with every change that concerns the learner, until the function given back is called. */
export function hearChanges(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everybody who hears changes of one. */
export function announceChange(change: Change): void {
  for (const listener of [...listeners]) listener(change);
}
