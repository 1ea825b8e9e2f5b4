import { isClearedBy } from "../../browser/clear-stored.ts";
import { type ClearedDatabase, stored } from "../../browser/stored.ts";
import type { Ending } from "../../browser/stored-entry.ts";
import { clearHeld } from "../content/held-content.ts";
import { sounds } from "../content/sounds.ts";
import { clearExamFacts } from "../exam/facts/exam-facts.ts";
import { clearMockTakes } from "../exam/takes/mock-takes.ts";
import { clearLearnerTakes } from "../practice/takes/takes.ts";

const clearings: Readonly<Record<ClearedDatabase, (userId: string) => Promise<void>>> = {
  takes: clearLearnerTakes,
  mockTakes: clearMockTakes,
  examFacts: clearExamFacts,
  heldContent: clearHeld,
  cachedAudio: () => sounds.clear(),
};

const names = Object.keys(clearings) as readonly ClearedDatabase[];

/**
 * Removes a learner's recordings, what this browser knows of their mocks, and what was heard, from the databases as far as
 * the register says for such an ending of their time in this browser.
 */
export async function clearDatabases(ending: Ending, userId: string): Promise<void> {
  const cleared = names.filter((name) => isClearedBy(stored[name], ending));
  await Promise.all(cleared.map((name) => clearings[name](userId)));
}
