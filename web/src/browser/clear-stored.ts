import { removeOfLearner } from "./storage.ts";
import { type Registered, stored } from "./stored.ts";
import type { Ending } from "./stored-entry.ts";

const ranks: Readonly<Record<Registered["clearedBy"], number>> = {
  "session end": 1,
  "log-out": 2,
  "own log-out": 3,
  "sign-out": Number.POSITIVE_INFINITY,
  nothing: Number.POSITIVE_INFINITY,
};

/** Whether something of the register is cleared by such an ending. */
export function isClearedBy({ clearedBy }: Pick<Registered, "clearedBy">, ending: Ending): boolean {
  return ranks[clearedBy] <= ranks[ending];
}

/** Removes what the register says that such an ending removes of a learner; the databases are cleared by their owners. */
export function clearStored(ending: Ending, learner: string): void {
  for (const entry of Object.values(stored)) {
    if (entry.place !== "database" && isClearedBy(entry, ending)) removeOfLearner(entry, learner);
  }
}
