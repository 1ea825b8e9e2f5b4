import { type AudioFindings, type AudioToCheck, startAudioChecker } from "./audio-checker.ts";

let checker: ReturnType<typeof startAudioChecker> | undefined;

export async function checkAudioInThread(audio: AudioToCheck): Promise<AudioFindings> {
  checker ??= startAudioChecker();
  return await (await checker).check(audio);
}
