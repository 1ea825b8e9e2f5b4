import type { Sound } from "../../../audio/player.ts";
import type { Verdict } from "../../../audio/sound-check.ts";
import { ContentError, type fetchAudio, type requireLeave } from "../content.ts";
import type { AudioCache } from "./audio-cache.ts";

/**
 * A recording on its way. `sound` is there as soon as its bytes are; `checked` is the same once it has proved to be
 * playable, or another one that came in its place. Both reject as fetching does.
 */
export type LoadingSound = { sound: Promise<Sound>; checked: Promise<Sound> };

export type SoundLoader = (path: string, options: { signal: AbortSignal; priority: RequestPriority }) => LoadingSound;

type Parts = {
  requireLeave: typeof requireLeave;
  fetchAudio: typeof fetchAudio;
  cache: Pick<AudioCache, "read" | "write" | "remove">;
  check: (sound: Sound) => Promise<Verdict>;
};

const ignore = () => undefined;

/**
 * Loads recordings of the content, from the cache where it can. The cache is asked only once the learner has leave to
 * hear the file now, so that it outlives no plan. A file that cannot be played is not cached; one that comes so from the
 * cache is thrown away and fetched anew, once.
 */
export function createSoundLoader({ requireLeave, fetchAudio, cache, check }: Parts): SoundLoader {
  return (path, options) => {
    const fetchNew = async (): Promise<Sound> => ({ data: await fetchAudio(path, options), type: "audio/mpeg" });

    const find = async () => {
      await requireLeave(path);
      const cached = await cache.read(path);
      return cached ? { sound: cached, cached: true } : { sound: await fetchNew(), cached: false };
    };
    const checkNew = async (sound: Sound) => {
      const verdict = await check(sound);
      if (verdict === "broken") throw new ContentError("malformed", `${path} cannot be played`);
      // Stored on the side: nothing waits for it. Whoever has left meanwhile leaves nothing behind.
      if (verdict === "valid") void requireLeave(path).then(() => cache.write(path, sound), ignore);
      return sound;
    };
    const prove = async ({ sound, cached }: Awaited<ReturnType<typeof find>>) => {
      if (!cached) return checkNew(sound);
      if ((await check(sound)) !== "broken") return sound;
      await cache.remove(path);
      return checkNew(await fetchNew());
    };

    const found = find();
    const checked = found.then(prove);
    // Whoever only waits for the sound does not hear of it.
    checked.catch(() => undefined);
    return { sound: found.then(({ sound }) => sound), checked };
  };
}
