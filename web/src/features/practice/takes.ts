import { serverNow } from "../../server-time.ts";
import { readPeaks, recordingPeakCount } from "./audio/peaks.ts";
import type { Sound } from "./audio/player.ts";
import { createTakeStore, type NewTake } from "./audio/take-store.ts";

/** The learner's takes of one scenario: the newest of each segment. */
export type Takes = {
  /** Finds the segments (from 0) that have a stored take; none if nothing can be read. */
  restore: () => Promise<number[]>;
  /** Keeps a take; false if it could only be kept until the page is closed. */
  keep: (index: number, take: NewTake) => Promise<boolean>;
  sound: (index: number) => Promise<Sound | null>;
  /** The waveform of a take, 0 to 1; null if there is none. */
  peaks: (index: number) => Promise<Float32Array | null>;
  remove: (index: number) => Promise<void>;
  dispose: () => void;
};

const store = createTakeStore(() => serverNow().getTime());

/** Removes every stored take of a scenario. */
export async function clearScenarioTakes(userId: string, scenarioId: string): Promise<void> {
  await store.clearScenario(userId, scenarioId).catch(() => undefined);
}

/** Removes every stored take of a learner. */
export async function clearLearnerTakes(userId: string): Promise<void> {
  await store.clearUser(userId).catch(() => undefined);
}

/** Opens the takes of a learner's scenario. */
export function openTakes({ userId, scenarioId }: { userId: string; scenarioId: string }): Takes {
  const held = new Map<number, ArrayBuffer>();
  const keyOf = (segmentIndex: number) => ({ userId, scenarioId, segmentIndex });

  const wavOf = async (index: number): Promise<ArrayBuffer | null> => {
    const inMemory = held.get(index);
    if (inMemory) return inMemory;
    const saved = await store.latest(keyOf(index)).catch(() => undefined);
    return saved?.wav ?? null;
  };

  return {
    restore: async () => {
      const saved = await store.listScenario(userId, scenarioId).catch(() => []);
      return [...new Set(saved.map(({ segmentIndex }) => segmentIndex))];
    },
    keep: async (index, take) => {
      held.set(index, take.wav);
      try {
        await store.save(keyOf(index), take);
        held.delete(index);
        return true;
      } catch {
        return false;
      }
    },
    sound: async (index) => {
      const data = await wavOf(index);
      return data && { data, type: "audio/wav" };
    },
    peaks: async (index) => {
      const data = await wavOf(index);
      return data && readPeaks(data, recordingPeakCount).catch(() => null);
    },
    remove: async (index) => {
      held.delete(index);
      await store.deleteForSegment(keyOf(index)).catch(() => undefined);
    },
    dispose: () => held.clear(),
  };
}
