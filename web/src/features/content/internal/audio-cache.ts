import type { EncodedAudio } from "../../../audio/player.ts";
import { withTimeout } from "../../../browser/timing.ts";
import { audioCacheKey, isCacheable, isFresh, keysToEvict } from "./audio-cache-rules.ts";
import type { AudioCacheStore } from "./audio-cache-store.ts";

/** No call rejects. */
export type AudioCache = {
  open: () => Promise<void>;
  /** Does not check the learner's access. */
  read: (path: string) => Promise<EncodedAudio | null>;
  write: (path: string, sound: EncodedAudio) => Promise<void>;
  remove: (path: string) => Promise<void>;
  clear: () => Promise<void>;
};

/** Some browsers never settle a database call. */
const databaseTimeoutMs = 1_000;

/** @param now returns ms since 1970 */
export function createAudioCache(store: AudioCacheStore, now: () => number): AudioCache {
  const writeNow = async (path: string, { data, type }: EncodedAudio) => {
    const entry = { key: audioCacheKey(path), timestamp: now(), size: data.byteLength, content: data, type };
    if (!isCacheable(entry.size)) return;
    await store.put(entry, keysToEvict(await store.list(), entry, entry.timestamp));
  };
  let lastWrite: Promise<void> = Promise.resolve();

  return {
    open: () => store.open().catch(() => undefined),
    read: async (path) => {
      const reading = store.read(audioCacheKey(path)).catch(() => undefined);
      const entry = await withTimeout(reading, databaseTimeoutMs);
      if (!entry || entry === "late" || !isFresh(entry, now())) return null;
      return { data: entry.content, type: entry.type };
    },
    write: (path, sound) => {
      // One write at a time, so that each write includes the previous files in the total size.
      lastWrite = lastWrite.then(() => writeNow(path, sound)).catch(() => undefined);
      return lastWrite;
    },
    remove: (path) => store.remove(audioCacheKey(path)).catch(() => undefined),
    clear: async () => {
      // Clears after the pending writes. Otherwise these writes would store their files after the clearing.
      lastWrite = lastWrite.then(() => store.clear()).catch(() => undefined);
      await withTimeout(lastWrite, databaseTimeoutMs);
    },
  };
}
