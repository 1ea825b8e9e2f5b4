import { decodeWav, recordingSampleRate } from "./wav.ts";

/** At least one channel; full scale is -1 to 1. */
export type DecodedAudio = { channels: Float32Array[]; sampleRate: number; seconds: number };

/** @throws {DOMException} if the browser cannot decode the file */
export async function decodeAudio(data: ArrayBuffer): Promise<DecodedAudio> {
  const recording = decodeWav(data);
  if (recording) {
    const { samples, sampleRate } = recording;
    return { channels: [samples], sampleRate, seconds: samples.length / sampleRate };
  }
  // An offline context needs no gesture and no output device. Only its sample rate matters.
  const context = new OfflineAudioContext(1, 1, recordingSampleRate);
  // `decodeAudioData` detaches its buffer, so it gets a copy.
  const audio = await context.decodeAudioData(data.slice(0));
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));
  return { channels, sampleRate: audio.sampleRate, seconds: audio.duration };
}
