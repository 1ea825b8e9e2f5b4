import { type AudioValidity, checkAudio } from "../../audio/audio-check.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { serverNow } from "../../browser/server-time.ts";
import { whenIdle } from "../../browser/timing.ts";
import { ContentError, fetchAudio, requireGrant } from "./content.ts";
import { type AudioCache, createAudioCache } from "./internal/audio-cache.ts";
import { createAudioCacheStore } from "./internal/audio-cache-store.ts";

/**
 * A recording on its way. `sound` is there as soon as its bytes are; `checked` is the same once it has proved to be
 * playable, or another one that came in its place. Both reject as fetching does.
 */
export type LoadingAudio = { sound: Promise<EncodedAudio>; checked: Promise<EncodedAudio> };

export type AudioLoader = (path: string, options: { signal: AbortSignal; priority: RequestPriority }) => LoadingAudio;

/** The recordings of the content, by their paths. */
export type AudioFiles = {
  /** Loads a recording, from this browser's cache where it can. */
  load: AudioLoader;
  /** Begins to load a recording that is about to be asked for; only the last one is held. */
  preload: (path: string) => void;
  /** Makes ready what keeps recordings, ahead of the first that is asked for. */
  openCache: () => Promise<void>;
  /** Removes every recording from this browser. */
  clear: () => Promise<void>;
};

type Dependencies = {
  requireGrant: typeof requireGrant;
  fetchAudio: typeof fetchAudio;
  cache: AudioCache;
  check: (sound: EncodedAudio) => Promise<AudioValidity>;
};

const ignore = () => undefined;

/**
 * The cache is asked only once the learner is granted the file now, so that it outlives no plan. A file that cannot be
 * played is not cached; one that comes so from the cache is thrown away and fetched anew, once.
 */
function createLoader({ requireGrant, fetchAudio, cache, check }: Dependencies): AudioLoader {
  return (path, options) => {
    const fetchNew = async (grant: Awaited<ReturnType<typeof requireGrant>>): Promise<EncodedAudio> => ({
      data: await fetchAudio(path, { ...options, grant }),
      type: "audio/mpeg",
    });
    const find = async () => {
      const grant = await requireGrant(path);
      const cached = await cache.read(path);
      return { grant, sound: cached ?? (await fetchNew(grant)), isCached: cached !== null };
    };
    const checkNew = async (sound: EncodedAudio) => {
      const verdict = await check(sound);
      if (verdict === "broken") throw new ContentError("malformed", `${path} cannot be played`);
      // Stored on the side: nothing waits for it. Whoever has logged out meanwhile has nothing stored.
      if (verdict === "valid") void requireGrant(path).then(() => cache.write(path, sound), ignore);
      return sound;
    };
    const prove = async ({ grant, sound, isCached }: Awaited<ReturnType<typeof find>>) => {
      if (!isCached) return checkNew(sound);
      if ((await check(sound)) !== "broken") return sound;
      await cache.remove(path);
      return checkNew(await fetchNew(grant));
    };

    const found = find();
    const checked = found.then(prove);
    // Whoever only waits for the sound does not hear of it.
    checked.catch(ignore);
    return { sound: found.then(({ sound }) => sound), checked };
  };
}

/** Recordings that are loaded with such parts; what was prepared is taken once. */
export function createAudioFiles(parts: Dependencies): AudioFiles {
  const load = createLoader(parts);
  let prepared: { path: string; loading: LoadingAudio } | undefined;
  return {
    load: (path, options) => {
      if (prepared?.path !== path) return load(path, options);
      const { loading } = prepared;
      prepared = undefined;
      return loading;
    },
    preload: (path) => {
      if (prepared?.path === path) return;
      const loading = load(path, { signal: new AbortController().signal, priority: "auto" });
      prepared = { path, loading };
      loading.sound.catch(() => {
        if (prepared?.loading === loading) prepared = undefined;
      });
    },
    openCache: () => parts.cache.open(),
    clear: async () => {
      prepared = undefined;
      await parts.cache.clear();
    },
  };
}

/** Those of the content, kept in this browser. */
export const audioFiles = createAudioFiles({
  requireGrant,
  fetchAudio,
  cache: createAudioCache(createAudioCacheStore(), () => serverNow().getTime()),
  check: async (sound) => {
    // A press of Play comes first.
    await whenIdle();
    return checkAudio(sound);
  },
});
