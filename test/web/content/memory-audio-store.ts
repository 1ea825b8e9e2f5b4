import type { AudioCacheStore, CachedAudio } from "../../../web/src/features/content/internal/audio-cache-store.ts";

/** Responds in a later task, as a database does. */
export function memoryAudioStore(): AudioCacheStore & { entries: Map<string, CachedAudio> } {
  const entries = new Map<string, CachedAudio>();
  const answer = async <Result>(work: () => Result): Promise<Result> => {
    await new Promise((resolve) => setImmediate(resolve));
    return work();
  };
  return {
    entries,
    open: () => answer(() => undefined),
    read: (key) => answer(() => entries.get(key)),
    list: () => answer(() => [...entries.values()].map(({ key, timestamp, size }) => ({ key, timestamp, size }))),
    put: (entry, evicted) =>
      answer(() => {
        for (const key of evicted) entries.delete(key);
        entries.set(entry.key, entry);
      }),
    remove: (key) => answer(() => void entries.delete(key)),
    clear: () => answer(() => entries.clear()),
  };
}
