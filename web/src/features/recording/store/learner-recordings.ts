import type { EncodedAudio } from "../../../audio/player.ts";
import { createLearnerChannel } from "../../../browser/learner-channel.ts";
import type { SaveResult, StoredRecording } from "./recording-database.ts";
import type { RecordingStore } from "./recording-store.ts";
import { runIfUnlocked } from "./web-locks.ts";

export const { publish: publishRecordingsChanged, subscribe: onRecordingsChanged } =
  createLearnerChannel("parlance-takes");

export type LearnerRecordings = {
  /**
   * Recovers interrupted recordings first.
   * @throws {RecordingStoreError}
   */
  load: (userId: string) => Promise<{ finished: StoredRecording[]; unfinished: number; evicted: StoredRecording[] }>;
  loadAudio: (number: number) => Promise<EncodedAudio | null>;
  /** @throws {RecordingStoreError} */
  remove: (userId: string, numbers: readonly number[]) => Promise<void>;
  /** Resolves to false if the browser could not delete the recordings. */
  clear: (userId: string) => Promise<boolean>;
};

export async function recoverUnfinished(
  store: RecordingStore,
  records: readonly StoredRecording[],
  onRecovered: (stored: SaveResult) => void,
): Promise<void> {
  for (const { number, unfinished } of records) {
    if (!unfinished) continue;
    await runIfUnlocked(unfinished.lock, async () => {
      const stored = await store.recover(number);
      if (stored) onRecovered(stored);
    });
  }
}

export function createLearnerRecordings(store: RecordingStore): LearnerRecordings {
  return {
    load: async (userId) => {
      const recovered: SaveResult[] = [];
      await recoverUnfinished(store, await store.listAll(userId), (stored) => recovered.push(stored));
      if (recovered.length > 0) publishRecordingsChanged(userId);
      const all = await store.listAll(userId);
      const finished = all.filter(({ unfinished }) => !unfinished);
      const evicted = recovered.flatMap((stored) => stored.evicted);
      return { finished, unfinished: all.length - finished.length, evicted };
    },
    loadAudio: async (number) => {
      const data = await store.loadAudio(number).catch(() => undefined);
      return data ? { data, type: "audio/wav" } : null;
    },
    remove: async (userId, numbers) => {
      try {
        for (const number of numbers) await store.remove(number);
      } finally {
        publishRecordingsChanged(userId);
      }
    },
    clear: async (userId) => {
      const isCleared = await store.clearUser(userId).then(
        () => true,
        () => false,
      );
      publishRecordingsChanged(userId);
      return isCleared;
    },
  };
}
