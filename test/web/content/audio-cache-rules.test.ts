import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  audioCacheKey,
  audioCacheLimits,
  type CachedFileInfo,
  isCacheable,
  isFresh,
  keysToEvict,
} from "../../../web/src/features/content/internal/audio-cache-rules.ts";

const now = 1_800_000_000_000;
const hour = 60 * 60 * 1000;
const megabyte = 1024 * 1024;

const sizes = fc.integer({ min: 1, max: audioCacheLimits.fileBytes - 1 });
const ages = fc.integer({ min: 0, max: audioCacheLimits.lifetimeMs - 1 });
const stored = fc
  .array(fc.record({ age: ages, size: sizes }), { maxLength: 40 })
  .map((all) => all.map(({ age, size }, at): CachedFileInfo => ({ key: `k${at}`, timestamp: now - age, size })));
const total = (entries: readonly CachedFileInfo[]) => entries.reduce((sum, { size }) => sum + size, 0);
const added = (size: number): CachedFileInfo => ({ key: "new", timestamp: now, size });

it("audioCacheKey adds a prefix to the path of a file", () => {
  expect(audioCacheKey("nepali/x/segments/segment-1.mp3")).toBe("audio_cache_nepali/x/segments/segment-1.mp3");
});

describe("isFresh", () => {
  it.each([
    [0, true],
    [24 * hour - 1, true],
    [24 * hour, false],
    [-1, false],
  ])("for a file that was stored %i ms ago returns %s", (age, fresh) => {
    expect(isFresh({ timestamp: now - age }, now)).toBe(fresh);
  });
});

describe("isCacheable", () => {
  it.each([
    [0, false],
    [1, true],
    [10 * megabyte - 1, true],
    [10 * megabyte, false],
  ])("for a file size (in bytes) of %i returns %s", (size, cached) => {
    expect(isCacheable(size)).toBe(cached);
  });
});

describe("keysToEvict", () => {
  it("leaves only fresh files, at most 50 MB together with the added file", () => {
    fc.assert(
      fc.property(stored, sizes, fc.array(ages, { maxLength: 3 }), (entries, size, oldAges) => {
        const old = oldAges.map((age, at) => ({
          key: `old${at}`,
          timestamp: now - audioCacheLimits.lifetimeMs - age,
          size: 1,
        }));
        const evicted = new Set(keysToEvict([...entries, ...old], added(size), now));
        const kept = [...entries, ...old].filter(({ key }) => !evicted.has(key));
        expect(total(kept) + size).toBeLessThanOrEqual(50 * megabyte);
        expect(kept.every((entry) => isFresh(entry, now))).toBe(true);
      }),
    );
  });

  it("evicts no fresh file while there is room", () => {
    fc.assert(
      fc.property(stored, sizes, (entries, size) => {
        fc.pre(total(entries) + size <= 50 * megabyte);
        expect(keysToEvict(entries, added(size), now)).toEqual([]);
      }),
    );
  });

  it("evicts at least the oldest 30 percent of the files if there is no room", () => {
    fc.assert(
      fc.property(stored, sizes, (entries, size) => {
        fc.pre(total(entries) + size > 50 * megabyte);
        const evicted = new Set(keysToEvict(entries, added(size), now));
        expect(evicted.size).toBeGreaterThanOrEqual(Math.ceil(entries.length * 0.3));
        const gone = entries.filter(({ key }) => evicted.has(key)).map(({ timestamp }) => timestamp);
        const kept = entries.filter(({ key }) => !evicted.has(key)).map(({ timestamp }) => timestamp);
        expect(Math.max(...gone)).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...kept));
      }),
    );
  });

  it("evicts only the oldest 30 percent if their eviction makes enough room", () => {
    const entries = Array.from({ length: 10 }, (_, at) => ({ key: `k${at}`, timestamp: now - at, size: 5 * megabyte }));
    expect(keysToEvict(entries, added(1), now).toSorted()).toEqual(["k7", "k8", "k9"]);
    expect(keysToEvict(entries, { ...added(5 * megabyte), key: "k3" }, now)).toEqual([]);
  });
});
