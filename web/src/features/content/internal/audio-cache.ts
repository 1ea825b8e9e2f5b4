import type { EncodedAudio } from "../../../audio/player.ts";
import { withTimeout } from "../../../browser/timing.ts";
import { audioCacheKey, isCacheable, isFresh, keysToEvict } from "./audio-cache-rules.ts";
import type { AudioCacheStore } from "./audio-cache-store.ts";

/** Recordings of the content kept in this browser. Nothing here rejects: without a cache everything is fetched. */
export type AudioCache = {
  /** Connects to the browser's database, so that the first file asked for need not wait for that. */
  open: () => Promise<void>;
  /** The file at a path of the content, if it is here and fresh. Ask only for what the learner may hear now. */
  read: (path: string) => Promise<EncodedAudio | null>;
  write: (path: string, sound: EncodedAudio) => Promise<void>;
  remove: (path: string) => Promise<void>;
  clear: () => Promise<void>;
};

/** The longest that the learner may be held up, in ms; a browser may leave its database silent for ever. */
const databaseTimeoutMs = 1_000;

/** @param now gives milliseconds since 1970. */
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
      // One after the other, so that each counts what the others have added.
      lastWrite = lastWrite.then(() => writeNow(path, sound)).catch(() => undefined);
      return lastWrite;
    },
    remove: (path) => store.remove(audioCacheKey(path)).catch(() => undefined),
    clear: async () => {
      // After what is being written, or that would stay.
      lastWrite = lastWrite.then(() => store.clear()).catch(() => undefined);
      await withTimeout(lastWrite, databaseTimeoutMs);
    },
  };
}
