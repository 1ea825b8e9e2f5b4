import { checkSound } from "../../audio/sound-check.ts";
import { serverNow } from "../../browser/server-time.ts";
import { whenIdle } from "../../browser/when-idle.ts";
import { fetchAudio, requireLeave } from "./content.ts";
import { createAudioCache } from "./internal/audio-cache.ts";
import { openAudioCacheStore } from "./internal/audio-cache-store.ts";
import { createSoundLoader, type LoadingSound, type SoundLoader } from "./internal/sound-loader.ts";

const cache = createAudioCache(openAudioCacheStore(), () => serverNow().getTime());

const load = createSoundLoader({
  requireLeave,
  fetchAudio,
  cache,
  check: async (sound) => {
    // A press of Play comes first.
    await whenIdle();
    return checkSound(sound);
  },
});

let prepared: { path: string; loading: LoadingSound } | undefined;

/** Begins to load a recording that is about to be asked for; only the last one is held. */
export function prepareSound(path: string): void {
  if (prepared?.path === path) return;
  const loading = load(path, { signal: new AbortController().signal, priority: "auto" });
  prepared = { path, loading };
  loading.sound.catch(() => {
    if (prepared?.loading === loading) prepared = undefined;
  });
}

/** Loads recordings of the content through this browser's cache. */
export const loadSound: SoundLoader = (path, options) => {
  if (prepared?.path !== path) return load(path, options);
  const { loading } = prepared;
  prepared = undefined;
  return loading;
};

/** Makes ready what keeps recordings, ahead of the first that is asked for. */
export function openAudioCache(): Promise<void> {
  return cache.open();
}

/** Removes every recording of the content from this browser. */
export async function clearAudioCache(): Promise<void> {
  prepared = undefined;
  await cache.clear();
}
