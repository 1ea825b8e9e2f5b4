import { removeOfLearner } from "./storage.ts";
import { type StoredItem, stored } from "./stored.ts";

/** How a learner's time in this browser comes to its end, from what clears the least to what clears the most. */
export type Ending = Exclude<StoredItem["clearedBy"], "sign-out" | "nothing">;

const ranks: Readonly<Record<StoredItem["clearedBy"], number>> = {
  "session end": 1,
  "log-out": 2,
  "own log-out": 3,
  "sign-out": Number.POSITIVE_INFINITY,
  nothing: Number.POSITIVE_INFINITY,
};

/** Removes what the register says that such an ending removes of a learner; the databases are cleared by their owners. */
export function clearStored(ending: Ending, learner: string): void {
  for (const entry of Object.values(stored)) {
    if (entry.place !== "database" && ranks[entry.clearedBy] <= ranks[ending]) removeOfLearner(entry, learner);
  }
}
