import type { Sound } from "../../../audio/player.ts";
import { learnerNews } from "../../../browser/learner-news.ts";
import type { Stored, TakeRecord } from "./take-database.ts";
import { unlessLocked } from "./take-lock.ts";
import type { TakeStore } from "./take-store.ts";

/** Notifies the learner's tabs of a change of stored recordings. */
export const { announce: announceTakes, hear: hearTakes } = learnerNews("parlance-takes");

/** All recordings of a learner in one store. */
export type LearnerTakes = {
  /**
   * The finished recordings, and how many a tab is still recording. Those that a crash broke off become finished ones,
   * for which those `givenUp` had to make room.
   * @throws {TakeStoreError}
   */
  read: (userId: string) => Promise<{ finished: TakeRecord[]; unfinished: number; givenUp: TakeRecord[] }>;
  /** The file of a recording; null if it is there no more. */
  sound: (number: number) => Promise<Sound | null>;
  /** @throws {TakeStoreError} */
  remove: (userId: string, numbers: readonly number[]) => Promise<void>;
  /** Removes all of them; leaves them where the browser does not let it. */
  clear: (userId: string) => Promise<void>;
};

/** Makes finished recordings of those that a crash broke off. One that a tab is still recording stays unfinished. */
export async function recoverBrokenOff(
  store: TakeStore,
  records: readonly TakeRecord[],
  onRecovered: (stored: Stored) => void,
): Promise<void> {
  for (const { number, unfinished } of records) {
    if (!unfinished) continue;
    await unlessLocked(unfinished.lock, async () => {
      const stored = await store.recover(number);
      if (stored) onRecovered(stored);
    });
  }
}

export function createLearnerTakes(store: TakeStore): LearnerTakes {
  return {
    read: async (userId) => {
      const recovered: Stored[] = [];
      await recoverBrokenOff(store, await store.listAll(userId), (stored) => recovered.push(stored));
      if (recovered.length > 0) announceTakes(userId);
      const all = await store.listAll(userId);
      const finished = all.filter(({ unfinished }) => !unfinished);
      const givenUp = recovered.flatMap((stored) => stored.givenUp);
      return { finished, unfinished: all.length - finished.length, givenUp };
    },
    sound: async (number) => {
      const data = await store.sound(number).catch(() => undefined);
      return data ? { data, type: "audio/wav" } : null;
    },
    remove: async (userId, numbers) => {
      try {
        for (const number of numbers) await store.remove(number);
      } finally {
        announceTakes(userId);
      }
    },
    clear: async (userId) => {
      await store.clearUser(userId).catch(() => undefined);
      announceTakes(userId);
    },
  };
}
