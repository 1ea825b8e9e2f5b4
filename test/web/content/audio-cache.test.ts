import { afterEach, describe, expect, it, vi } from "vitest";
import { createAudioCache } from "../../../web/src/features/content/internal/audio-cache.ts";
import type { AudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";
import { memoryAudioStore } from "./memory-audio-store.ts";

const hour = 60 * 60 * 1000;
const megabyte = 1024 * 1024;
const sound = (bytes = 3) => ({ data: new ArrayBuffer(bytes), type: "audio/mpeg" });

function openCache() {
  const store = memoryAudioStore();
  const clock = { now: 1_800_000_000_000 };
  return { store, clock, cache: createAudioCache(store, () => clock.now) };
}

afterEach(() => void vi.useRealTimers());

describe("the audio cache", () => {
  it("returns a stored file for 24 hours", async () => {
    const { cache, clock, store } = openCache();
    const written = sound();
    await cache.write("a.mp3", written);
    expect(store.entries.get("audio_cache_a.mp3")).toEqual({
      key: "audio_cache_a.mp3",
      content: written.data,
      timestamp: clock.now,
      type: "audio/mpeg",
      size: 3,
    });
    clock.now += 24 * hour - 1;
    expect(await cache.read("a.mp3")).toEqual(written);
    clock.now += 1;
    expect(await cache.read("a.mp3")).toBeNull();
    expect(await cache.read("b.mp3")).toBeNull();
  });

  it("holds at most 50 MB after concurrent writes, and evicts the oldest file", async () => {
    const { cache, clock, store } = openCache();
    const writes = Array.from({ length: 12 }, (_, at) => {
      clock.now += 1;
      return cache.write(`${at}.mp3`, sound(6 * megabyte));
    });
    await Promise.all(writes);
    const storedKeys = [...store.entries.keys()];
    expect(storedKeys.length * 6).toBeLessThanOrEqual(50);
    expect(storedKeys.at(-1)).toBe("audio_cache_11.mp3");
    expect(storedKeys).not.toContain("audio_cache_0.mp3");
  });

  it("does not store a file of 10 MB", async () => {
    const { cache, store } = openCache();
    await cache.write("big.mp3", sound(10 * megabyte));
    expect(store.entries.size).toBe(0);
  });

  it("is empty after it was cleared, even during a write", async () => {
    const { cache, store } = openCache();
    await cache.write("a.mp3", sound());
    await Promise.all([cache.write("b.mp3", sound()), cache.clear()]);
    expect(store.entries.size).toBe(0);
  });
});

describe("a browser whose storage fails", () => {
  const fail = () => Promise.reject(new DOMException("No room", "QuotaExceededError"));
  const broken: AudioCacheStore = { open: fail, read: fail, list: fail, put: fail, remove: fail, clear: fail };

  it("has an empty audio cache that throws no error", async () => {
    const cache = createAudioCache(broken, () => 0);
    await cache.open();
    await cache.write("a.mp3", sound());
    await cache.remove("a.mp3");
    await cache.clear();
    expect(await cache.read("a.mp3")).toBeNull();
  });

  it("delays read() and clear() by at most a second if the storage never responds", async () => {
    vi.useFakeTimers();
    const never = () => new Promise<never>(() => undefined);
    const cache = createAudioCache(
      { open: never, read: never, list: never, put: never, remove: never, clear: never },
      () => 0,
    );
    const reading = cache.read("a.mp3");
    const clearing = cache.clear();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toBeNull();
    await clearing;
  });
});
