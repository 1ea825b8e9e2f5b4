import type { ClearedDatabase } from "../../browser/stored.ts";
import { sounds } from "../content/sounds.ts";
import { clearLearnerTakes } from "./takes/takes.ts";

const clearings: Readonly<Record<ClearedDatabase, (userId: string) => Promise<void>>> = {
  takes: clearLearnerTakes,
  cachedAudio: () => sounds.clear(),
};

/** Removes a learner's recordings, and what was heard, from the databases that the register names for the end of a session. */
export async function clearDatabases(userId: string): Promise<void> {
  await Promise.all(Object.values(clearings).map((clear) => clear(userId)));
}
