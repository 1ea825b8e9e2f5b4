import { type FinishedAudio, finishAudio } from "./finish-audio.ts";
import { type BitRate, startMp3Decoder } from "./mp3.ts";
import type { Waveform } from "./waveform.ts";

export type UnfinishedAudio = { sound: Waveform; bitrate: BitRate };

export type FinishedAudioBytes = Omit<FinishedAudio, "mp3"> & { mp3: Uint8Array };

let decoder: ReturnType<typeof startMp3Decoder> | undefined;

export async function finishAudioInThread({ sound, bitrate }: UnfinishedAudio): Promise<FinishedAudioBytes> {
  decoder ??= startMp3Decoder();
  return await finishAudio(sound, bitrate, await decoder);
}
