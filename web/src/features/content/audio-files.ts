import { type AudioValidity, checkAudio } from "../../audio/audio-check.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { serverNow } from "../../browser/server-time.ts";
import { whenIdle } from "../../browser/timing.ts";
import { ContentError, fetchAudio, requireGrant } from "./content.ts";
import { type AudioCache, createAudioCache } from "./internal/audio-cache.ts";
import { createAudioCacheStore } from "./internal/audio-cache-store.ts";
import { openKeptSound } from "./kept-access.ts";

/**
 * An audio file that is loading. `sound` may be broken. `checked` may resolve with another file, because a broken file
 * from the cache is fetched again. `checked` also resolves if the check times out.
 */
export type LoadingAudio = { sound: Promise<EncodedAudio>; checked: Promise<EncodedAudio> };

export type AudioLoader = (path: string, options: { signal: AbortSignal; priority: RequestPriority }) => LoadingAudio;

export type AudioFiles = {
  load: AudioLoader;
  preload: (path: string) => void;
  openCache: () => Promise<void>;
  clear: () => Promise<void>;
};

type Dependencies = {
  requireGrant: typeof requireGrant;
  fetchAudio: typeof fetchAudio;
  cache: AudioCache;
  check: (sound: EncodedAudio) => Promise<AudioValidity>;
  /** Rejects if the learner may not hear the kept file. */
  openKept?: (path: string) => Promise<EncodedAudio | undefined>;
};

const ignore = () => undefined;

/** Checks the grant before the cache, because the learner's access may have ended since the file was cached. */
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
      // The second check of the grant prevents storing the file after a log-out.
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
    // A caller may use only `sound`. The browser must then not report a rejection of `checked` as unhandled.
    checked.catch(ignore);
    return { sound: found.then(({ sound }) => sound), checked };
  };
}

function loadKeptFirst(load: AudioLoader, openKept: NonNullable<Dependencies["openKept"]>): AudioLoader {
  return (path, options) => {
    const loading = openKept(path).then((kept): LoadingAudio => {
      if (!kept) return load(path, options);
      const sound = Promise.resolve(kept);
      return { sound, checked: sound };
    });
    const checked = loading.then((found) => found.checked);
    checked.catch(ignore);
    return { sound: loading.then((found) => found.sound), checked };
  };
}

export function createAudioFiles(parts: Dependencies): AudioFiles {
  const load = parts.openKept ? loadKeptFirst(createLoader(parts), parts.openKept) : createLoader(parts);
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

export const audioFiles = createAudioFiles({
  requireGrant,
  fetchAudio,
  openKept: openKeptSound,
  cache: createAudioCache(createAudioCacheStore(), () => serverNow().getTime()),
  check: async (sound) => {
    // Waits, so that playback has priority if the learner presses Play meanwhile.
    await whenIdle();
    return checkAudio(sound);
  },
});
