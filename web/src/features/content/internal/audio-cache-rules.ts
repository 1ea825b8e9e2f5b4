import { stored } from "../../../browser/stored.ts";

/** What is known of a cached file without reading it. `timestamp` is when it was stored, in ms since 1970; `size` is in bytes. */
export type CachedFileInfo = { key: string; timestamp: number; size: number };

const megabyte = 1024 * 1024;

/** The limits of the audio cache, as the product states them. */
export const audioCacheLimits = {
  lifetimeMs: stored.cachedAudio.lasts,
  totalBytes: 50 * megabyte,
  /** Only smaller files are cached. */
  fileBytes: 10 * megabyte,
  /** Part of the entries that goes when the total is exceeded, the oldest first. */
  evictedShare: 0.3,
} as const;

/** The key under which the file at a path of the content is cached. */
export function audioCacheKey(path: string): string {
  return `audio_cache_${path}`;
}

/** Whether an entry may still be used at `now`; one from the future, as after the clock was set back, may not. */
export function isFresh({ timestamp }: Pick<CachedFileInfo, "timestamp">, now: number): boolean {
  return timestamp <= now && now - timestamp < audioCacheLimits.lifetimeMs;
}

/** Whether a file of so many bytes is cached at all. */
export function isCacheable(size: number): boolean {
  return size > 0 && size < audioCacheLimits.fileBytes;
}

const totalSize = (entries: readonly CachedFileInfo[]) => entries.reduce((sum, { size }) => sum + size, 0);

/**
 * The keys of the entries that have to go before `added` is stored at `now`: those that are no longer fresh, and while
 * the total would exceed the limit, the oldest 30 percent of the rest.
 */
export function keysToEvict(entries: readonly CachedFileInfo[], added: CachedFileInfo, now: number): string[] {
  const others = entries.filter(({ key }) => key !== added.key);
  let kept = others.filter((entry) => isFresh(entry, now)).toSorted((a, b) => a.timestamp - b.timestamp);
  while (kept.length > 0 && totalSize(kept) + added.size > audioCacheLimits.totalBytes) {
    kept = kept.slice(Math.ceil(kept.length * audioCacheLimits.evictedShare));
  }
  const keptKeys = new Set(kept.map(({ key }) => key));
  return others.flatMap(({ key }) => (keptKeys.has(key) ? [] : [key]));
}
