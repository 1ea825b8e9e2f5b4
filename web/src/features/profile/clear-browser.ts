import type { QueryClient } from "@tanstack/react-query";
import { clearStored, isClearedBy } from "../../browser/clear-stored.ts";
import { type ClearedDatabase, stored } from "../../browser/stored.ts";
import type { ClearingEvent } from "../../browser/stored-entry.ts";
import { audioFiles } from "../content/audio-files.ts";
import { clearOfflineContent } from "../content/offline-content.ts";
import { clearLocalExams } from "../exam/attempts/local-exams.ts";
import { clearExamRecordings } from "../exam/recordings/exam-recordings.ts";
import { clearLearnerRecordings } from "../practice/recordings/dialogue-recordings.ts";
import { removeUnreadableProgress } from "../progress/progress-sending.ts";
import { clearUnsavedEdits } from "./unsaved-edits.ts";

const clearings: Readonly<Record<ClearedDatabase, (userId: string) => Promise<void>>> = {
  recordings: clearLearnerRecordings,
  examRecordings: clearExamRecordings,
  examFacts: clearLocalExams,
  offlineContent: clearOfflineContent,
  cachedAudio: () => audioFiles.clear(),
};

const names = Object.keys(clearings) as readonly ClearedDatabase[];

/**
 * Removes a learner's recordings, what this browser knows of their mocks, and what was heard, from the databases as far as
 * the register says for such an ending of their time in this browser.
 */
export async function clearDatabases(ending: ClearingEvent, userId: string): Promise<void> {
  const cleared = names.filter((name) => isClearedBy(stored[name], ending));
  await Promise.all(cleared.map((name) => clearings[name](userId)));
}

/** Removes what this browser has stored of a learner as far as the register says for such an ending. */
async function clear(ending: ClearingEvent, userId: string): Promise<void> {
  clearStored(ending, userId);
  await clearDatabases(ending, userId);
}

/**
 * Removes what is kept of a learner whose session was ended for them. Progress that could not be sent and words that
 * were being typed stay for when they log in again.
 */
export async function clearSession(userId: string): Promise<void> {
  await clear("session end", userId);
}

/**
 * Removes what this browser holds of a learner who has logged out in another tab. What they had begun to type in this one
 * stays for when they log in here again.
 */
export async function clearLoggedOut(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  await clear("log-out", userId);
}

/** Removes everything that this browser holds of a learner who logs out in it. */
export async function clearBrowser(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  clearUnsavedEdits();
  await clear("own log-out", userId);
}
