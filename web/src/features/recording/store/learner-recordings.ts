import type { EncodedAudio } from "../../../audio/player.ts";
import { createLearnerChannel } from "../../../browser/learner-channel.ts";
import type { SaveResult, StoredRecording } from "./recording-database.ts";
import type { RecordingStore } from "./recording-store.ts";
import { runIfUnlocked } from "./web-locks.ts";

/** Notifies the learner's tabs of a change of stored recordings. */
export const { publish: publishRecordingsChanged, subscribe: onRecordingsChanged } =
  createLearnerChannel("parlance-takes");

/** All recordings of a learner in one store. */
export type LearnerRecordings = {
  /**
   * The finished recordings, and how many a tab is still recording. Those that a crash broke off become finished ones,
   * for which those `givenUp` had to make room.
   * @throws {TakeStoreError}
   */
  load: (userId: string) => Promise<{ finished: StoredRecording[]; unfinished: number; givenUp: StoredRecording[] }>;
  /** The file of a recording; null if it is there no more. */
  loadAudio: (number: number) => Promise<EncodedAudio | null>;
  /** @throws {TakeStoreError} */
  remove: (userId: string, numbers: readonly number[]) => Promise<void>;
  /** Removes all of them; leaves them where the browser does not let it. */
  clear: (userId: string) => Promise<void>;
};

/** Makes finished recordings of those that a crash broke off. One that a tab is still recording stays unfinished. */
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
      const givenUp = recovered.flatMap((stored) => stored.evicted);
      return { finished, unfinished: all.length - finished.length, givenUp };
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
      await store.clearUser(userId).catch(() => undefined);
      publishRecordingsChanged(userId);
    },
  };
}
