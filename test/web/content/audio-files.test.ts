import { describe, expect, it } from "vitest";
import type { AudioValidity } from "../../../web/src/audio/audio-check.ts";
import type { EncodedAudio } from "../../../web/src/audio/player.ts";
import { createAudioFiles } from "../../../web/src/features/content/audio-files.ts";
import { premiumRequiredError } from "../../../web/src/features/content/content.ts";
import { createAudioCache } from "../../../web/src/features/content/internal/audio-cache.ts";
import { memoryAudioStore } from "./memory-audio-store.ts";

const path = "arabic/legal/legal-1/segments/segment-1.mp3";
const key = `audio_cache_${path}`;
const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;
const grant = {
  ...{ folder: "arabic/", folderUrl: "https://content.test/arabic/", query: "Signature=x", expiresInSeconds: 3600 },
  askedAt: { wall: 0, steady: 0 },
};
const textOf = ({ data }: EncodedAudio) => new TextDecoder().decode(data);

function openLoader() {
  const store = memoryAudioStore();
  const cache = createAudioCache(store, () => 1_000);
  const world = {
    plan: true,
    served: "good",
    fetches: 0,
    verdict: "late" as AudioValidity,
    answered: Promise.resolve(),
  };
  const { load } = createAudioFiles({
    requireGrant: async () => {
      if (!world.plan) throw premiumRequiredError();
      return grant;
    },
    fetchAudio: async () => {
      world.fetches += 1;
      return bytes(world.served);
    },
    cache,
    check: async (sound) => {
      await world.answered;
      return textOf(sound).startsWith("bad") ? "broken" : world.verdict;
    },
  });
  const loadOnce = () => load(path, { signal: new AbortController().signal, priority: "auto" });
  const put = (text: string, at = path) => cache.write(at, { data: bytes(text), type: "audio/mpeg" });
  /** Writes run one after the other, so the write of "later.mp3" waits for earlier writes. */
  const cached = async () => {
    await put("later", "later.mp3");
    return [...store.entries.keys()].filter((each) => each !== "audio_cache_later.mp3");
  };
  return { world, store, loadOnce, put, cached };
}

describe("the audio loader", () => {
  it("fetches a file once, then reads it from the cache", async () => {
    const { world, store, loadOnce } = openLoader();
    world.verdict = "valid";
    expect(textOf(await loadOnce().checked)).toBe("good");
    await expect.poll(() => store.entries.has(key)).toBe(true);
    expect(textOf(await loadOnce().checked)).toBe("good");
    expect(world.fetches).toBe(1);
  });

  it("returns a file that was not checked in time, but does not cache it", async () => {
    const { loadOnce, cached } = openLoader();
    expect(textOf(await loadOnce().checked)).toBe("good");
    expect(await cached()).toEqual([]);
  });

  it("refuses a broken file and does not cache it", async () => {
    const { world, store, loadOnce } = openLoader();
    world.served = "bad";
    await expect(loadOnce().checked).rejects.toMatchObject({ reason: "malformed" });
    expect(store.entries.size).toBe(0);
  });

  it("removes a broken file from the cache and fetches it again once", async () => {
    const { world, store, loadOnce, put } = openLoader();
    world.verdict = "valid";
    await put("bad from an earlier visit");
    const { sound, checked } = loadOnce();
    expect(textOf(await sound)).toBe("bad from an earlier visit");
    expect(textOf(await checked)).toBe("good");
    await expect.poll(() => textOf({ data: store.entries.get(key)?.content ?? bytes(""), type: "" })).toBe("good");

    world.served = "bad as well";
    await put("bad again");
    await expect(loadOnce().checked).rejects.toMatchObject({ reason: "malformed" });
    expect(world.fetches).toBe(2);
    expect(store.entries.size).toBe(0);
  });

  it("does not cache a file if the learner's access ends while the file is checked", async () => {
    const { world, loadOnce, cached } = openLoader();
    const answered = Promise.withResolvers<void>();
    Object.assign(world, { verdict: "valid", answered: answered.promise });
    const { sound, checked } = loadOnce();
    await sound;
    world.plan = false;
    answered.resolve();
    expect(textOf(await checked)).toBe("good");
    expect(await cached()).toEqual([]);
  });

  it("refuses a cached file after the learner's plan has ended", async () => {
    const { world, loadOnce, put } = openLoader();
    await put("good");
    expect(textOf(await loadOnce().sound)).toBe("good");
    world.plan = false;
    const { sound, checked } = loadOnce();
    await expect(sound).rejects.toMatchObject({ reason: "premium-required" });
    await expect(checked).rejects.toMatchObject({ reason: "premium-required" });
    expect(world.fetches).toBe(0);
  });
});
