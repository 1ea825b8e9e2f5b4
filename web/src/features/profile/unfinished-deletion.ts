import { useSyncExternalStore } from "react";
import { readStored, removeStored, watchStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

/** Notes that the deletion of a learner's account was asked for and may not be finished. */
export const noteDeletion = (userId: string): void => void writeStored(stored.unfinishedDeletion, userId);

/** Forgets it: nothing is to be deleted, or nothing more. */
export const forgetDeletion = (): void => removeStored(stored.unfinishedDeletion);

const subscribe = (listener: () => void) => watchStored(stored.unfinishedDeletion, listener);
const read = () => readStored(stored.unfinishedDeletion);

/** Whose deletion was asked for in this browser and may not be finished; null for nobody's. */
export function useUnfinishedDeletion(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
