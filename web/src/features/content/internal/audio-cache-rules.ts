import { stored } from "../../../browser/stored.ts";

/**
 * Facts about a cached file without its bytes: `timestamp` is when the file was stored, in ms since 1970; `size` is in
 * bytes.
 */
export type CachedFileInfo = { key: string; timestamp: number; size: number };

const megabyte = 1024 * 1024;

/** The limits of the audio cache, from the specification. */
export const audioCacheLimits = {
  lifetimeMs: stored.cachedAudio.lasts,
  totalBytes: 50 * megabyte,
  /** Only files smaller than this are cached. */
  fileBytes: 10 * megabyte,
  /** The share of entries to evict when the total is too large. The oldest entries are evicted first. */
  evictedShare: 0.3,
} as const;

export function audioCacheKey(path: string): string {
  return `audio_cache_${path}`;
}

/**
 * True if an entry is valid at `now`. An entry from the future is invalid: the clock was set back, so the entry's age
 * is unknown.
 */
export function isFresh({ timestamp }: Pick<CachedFileInfo, "timestamp">, now: number): boolean {
  return timestamp <= now && now - timestamp < audioCacheLimits.lifetimeMs;
}

export function isCacheable(size: number): boolean {
  return size > 0 && size < audioCacheLimits.fileBytes;
}

const totalSize = (entries: readonly CachedFileInfo[]) => entries.reduce((sum, { size }) => sum + size, 0);

/**
 * Returns the entries to evict before `added` is stored: all expired entries, and then the oldest 30 percent of the
 * others, repeatedly, until the total is within the limit.
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
