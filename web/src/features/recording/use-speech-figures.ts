import type { Sound } from "../../audio/player.ts";
import { measureSpeech, type SpeechFigures } from "../../audio/speech-figures.ts";
import { useRead } from "../../browser/use-read.ts";
import { whenIdle } from "../../browser/when-idle.ts";

/** What was measured of a sound: "none" if no speech is found in it. */
export type Measured = SpeechFigures | "none";

/**
 * Measures how somebody spoke in a sound, when the page has nothing more urgent to do; null until that is known.
 * @param key names the sound; null as long as there is none to be measured.
 * @param read gives it, or null if it is there no more.
 */
export function useSpeechFigures(key: string | null, read: () => Promise<Sound | null>): Measured | null {
  return useRead<Measured>(key, async () => {
    const sound = await read();
    return sound && ((await measureSpeech(sound.data, whenIdle)) ?? "none");
  });
}
