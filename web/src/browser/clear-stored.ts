import { removeLearnerItems } from "./storage.ts";
import { type RegisteredEntry, stored } from "./stored.ts";
import type { ClearingEvent } from "./stored-entry.ts";

const clearingRanks: Readonly<Record<RegisteredEntry["clearedBy"], number>> = {
  "session end": 1,
  "log-out": 2,
  deletion: 3,
  "sign-out": Number.POSITIVE_INFINITY,
  nothing: Number.POSITIVE_INFINITY,
};

export function isClearedBy({ clearedBy }: Pick<RegisteredEntry, "clearedBy">, ending: ClearingEvent): boolean {
  return clearingRanks[clearedBy] <= clearingRanks[ending];
}

/** Removes items of local and session storage, but no databases or caches. */
export function clearStored(ending: ClearingEvent, learner: string): void {
  for (const entry of Object.values(stored)) {
    if (entry.place === "database" || entry.place === "cache") continue;
    if (isClearedBy(entry, ending)) removeLearnerItems(entry, learner);
  }
}
