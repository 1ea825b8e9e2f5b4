import { finishRecording, type Recording } from "./finish-recording.ts";
import { type BitRate, startMp3Decoder } from "./mp3.ts";
import type { Waveform } from "./waveform.ts";

/** What was said, and how it is to be encoded. */
export type Said = { sound: Waveform; bitrate: BitRate };

/** A recording as threads hand it over. */
export type Finished = Omit<Recording, "mp3"> & { mp3: Uint8Array };

let decoder: ReturnType<typeof startMp3Decoder> | undefined;

/** The work of a thread that finishes recordings; its decoder ends with it. */
export async function finishInThread({ sound, bitrate }: Said): Promise<Finished> {
  decoder ??= startMp3Decoder();
  return await finishRecording(sound, bitrate, await decoder);
}
