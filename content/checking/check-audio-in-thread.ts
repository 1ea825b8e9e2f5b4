import { type AudioFindings, startAudioChecker } from "./audio-checker.ts";

/** An MP3, and whether its level is asked for too. */
export type AudioToCheck = { mp3: Uint8Array; measure: boolean };

let checker: ReturnType<typeof startAudioChecker> | undefined;

/** The work of a thread that listens to recordings; its decoder ends with it. */
export async function checkAudioInThread({ mp3, measure }: AudioToCheck): Promise<AudioFindings> {
  checker ??= startAudioChecker();
  return await (await checker).check(mp3, measure);
}
