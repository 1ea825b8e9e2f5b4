import type { QueryClient } from "@tanstack/react-query";
import { clearStored, isClearedBy } from "../../browser/clear-stored.ts";
import { type ClearedDatabase, stored } from "../../browser/stored.ts";
import type { ClearingEvent } from "../../browser/stored-entry.ts";
import { audioFiles } from "../content/audio-files.ts";
import { clearKept } from "../content/keep-dialogue.ts";
import { clearOfflineContent } from "../content/offline-content.ts";
import { clearLocalExams } from "../exam/attempts/local-exams.ts";
import { clearExamRecordings } from "../exam/recordings/exam-recordings.ts";
import { clearLearnerRecordings } from "../practice/recordings/dialogue-recordings.ts";
import { removeUnreadableProgress } from "../progress/progress-sending.ts";
import { clearUploads } from "../sharing/uploads.ts";
import { clearStudy } from "../study/study-data.ts";
import { clearUnsavedEdits } from "./unsaved-edits.ts";

const clearings: Readonly<Record<ClearedDatabase, (userId: string) => Promise<unknown>>> = {
  recordings: clearLearnerRecordings,
  examRecordings: clearExamRecordings,
  examFacts: clearLocalExams,
  offlineContent: async (userId) => {
    await Promise.all([clearOfflineContent(userId), clearKept(userId)]);
  },
  study: clearStudy,
  sharedUploads: clearUploads,
  cachedAudio: () => audioFiles.clear(),
};

const names = Object.keys(clearings) as readonly ClearedDatabase[];

export async function clearDatabases(ending: ClearingEvent, userId: string): Promise<void> {
  const cleared = names.filter((name) => isClearedBy(stored[name], ending));
  await Promise.all(cleared.map((name) => clearings[name](userId)));
}

async function clear(ending: ClearingEvent, userId: string): Promise<void> {
  clearStored(ending, userId);
  await clearDatabases(ending, userId);
}

/** Recordings, study data, unsent progress and drafts stay for the next log-in. */
export async function clearSession(userId: string): Promise<void> {
  await clear("session end", userId);
}

/** Unsaved profile edits stay, because the learner may have logged out in another tab. */
export async function clearLoggedOut(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  await clear("log-out", userId);
}

/** For a log-out in this tab. */
export async function clearBrowser(userId: string, queries: QueryClient): Promise<void> {
  clearUnsavedEdits();
  await clearLoggedOut(userId, queries);
}

/** Also clears the learner's preferences. Preferences of the browser stay. */
export async function clearDeletedLearner(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  clearUnsavedEdits();
  await clear("deletion", userId);
}
