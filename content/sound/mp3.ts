import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { Waveform } from "./waveform.ts";

/** Samples in a second of every recording. */
export const audioFileRate = 24_000;
/** Speech by a person, and the plainer one of a synthesiser, in kbit/s. */
export type BitRate = 16 | 48;

const maxSamplesAtOnce = 2 ** 16;

// Compiling it takes longer than encoding a segment. It is used in one go, so one is enough.
let encoding: ReturnType<typeof createMp3Encoder> | undefined;

/** Encodes mono sound as MP3 at 24 kHz and a constant bit rate. The same sound gives the same bytes on every machine. */
export async function encodeMp3({ samples, rate }: Waveform, bitrate: BitRate): Promise<Buffer> {
  encoding ??= createMp3Encoder();
  const encoder = await encoding;
  encoder.configure({ sampleRate: rate, channels: 1, bitrate, outputSampleRate: audioFileRate });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += maxSamplesAtOnce) {
    // What it gives is its own memory, written over by the next call.
    parts.push(encoder.encode([samples.subarray(at, at + maxSamplesAtOnce)]).slice());
  }
  parts.push(encoder.finalize().slice());
  return Buffer.concat(parts);
}

/** Decodes MP3s one after the other; must be freed after use. */
export type Mp3Decoder = {
  /** The sound of an MP3, of several channels the first; null if it cannot be decoded from its first frame to its last. */
  decode: (mp3: Uint8Array) => Promise<Waveform | null>;
  free: () => void;
};

/** Starts a decoder; it works on every platform, without native programs. */
export async function startMp3Decoder(): Promise<Mp3Decoder> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    async decode(mp3) {
      await decoder.reset();
      const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(mp3);
      const [samples] = channelData;
      if (!samples || samplesDecoded === 0 || errors.length > 0) return null;
      return { samples: samples.slice(0, samplesDecoded), rate: sampleRate };
    },
    free: () => decoder.free(),
  };
}
