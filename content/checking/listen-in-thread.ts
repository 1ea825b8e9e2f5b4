import { type SoundFindings, startAudioChecker } from "./audio-checker.ts";

/** An MP3, and whether its level is asked for too. */
export type Heard = { mp3: Uint8Array; measure: boolean };

let checker: ReturnType<typeof startAudioChecker> | undefined;

/** The work of a thread that listens to recordings; its decoder ends with it. */
export async function listenInThread({ mp3, measure }: Heard): Promise<SoundFindings> {
  checker ??= startAudioChecker();
  return await (await checker).findingsOf(mp3, measure);
}
