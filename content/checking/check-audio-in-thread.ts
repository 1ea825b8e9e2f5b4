import { type AudioFindings, startAudioChecker } from "./audio-checker.ts";

/** `measure` is true to measure the level too. */
export type AudioToCheck = { mp3: Uint8Array; measure: boolean };

let checker: ReturnType<typeof startAudioChecker> | undefined;

/** Runs in a worker thread. All calls in a thread share one decoder. */
export async function checkAudioInThread({ mp3, measure }: AudioToCheck): Promise<AudioFindings> {
  checker ??= startAudioChecker();
  return await (await checker).check(mp3, measure);
}
