import { stored } from "../../../browser/stored.ts";

/** `timestamp` is the time when the file was cached, in ms since 1970. `size` is in bytes. */
export type CachedFileInfo = { key: string; timestamp: number; size: number };

const megabyte = 1024 * 1024;

/** The limits of the audio cache, from the specification. */
export const audioCacheLimits = {
  lifetimeMs: stored.cachedAudio.lasts,
  totalBytes: 50 * megabyte,
  fileBytes: 10 * megabyte,
  evictedShare: 0.3,
} as const;

export function audioCacheKey(path: string): string {
  return `audio_cache_${path}`;
}

/** An entry from the future is not fresh, because its age is unknown. */
export function isFresh({ timestamp }: Pick<CachedFileInfo, "timestamp">, now: number): boolean {
  return timestamp <= now && now - timestamp < audioCacheLimits.lifetimeMs;
}

export function isCacheable(size: number): boolean {
  return size > 0 && size < audioCacheLimits.fileBytes;
}

const totalSize = (entries: readonly CachedFileInfo[]) => entries.reduce((sum, { size }) => sum + size, 0);

export function keysToEvict(entries: readonly CachedFileInfo[], added: CachedFileInfo, now: number): string[] {
  const others = entries.filter(({ key }) => key !== added.key);
  let kept = others.filter((entry) => isFresh(entry, now)).toSorted((a, b) => a.timestamp - b.timestamp);
  while (kept.length > 0 && totalSize(kept) + added.size > audioCacheLimits.totalBytes) {
    kept = kept.slice(Math.ceil(kept.length * audioCacheLimits.evictedShare));
  }
  const keptKeys = new Set(kept.map(({ key }) => key));
  return others.flatMap(({ key }) => (keptKeys.has(key) ? [] : [key]));
}
