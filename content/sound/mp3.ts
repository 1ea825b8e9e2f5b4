import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { Waveform } from "./waveform.ts";

/** In Hz. */
export const audioFileRate = 24_000;
/** In kbit/s: 48 for a person's voice, 16 for a synthesiser's. */
export type BitRate = 16 | 48;

const maxSamplesAtOnce = 2 ** 16;

// Calls share one encoder, because compiling an encoder is slow. Each encoding is synchronous, so two encodings never
// mix.
let encoding: ReturnType<typeof createMp3Encoder> | undefined;

/** Encodes with a constant bit rate. The same sound and bit rate give the same bytes on every machine. */
export async function encodeMp3({ samples, rate }: Waveform, bitrate: BitRate): Promise<Buffer> {
  encoding ??= createMp3Encoder();
  const encoder = await encoding;
  encoder.configure({ sampleRate: rate, channels: 1, bitrate, outputSampleRate: audioFileRate });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += maxSamplesAtOnce) {
    // Copies the result, because the next call overwrites the memory of the encoder.
    parts.push(encoder.encode([samples.subarray(at, at + maxSamplesAtOnce)]).slice());
  }
  parts.push(encoder.finalize().slice());
  return Buffer.concat(parts);
}

/** Do not call `decode` concurrently. Call `free` after use. */
export type Mp3Decoder = {
  /** Returns the first channel; null if there is no sound or a frame cannot be decoded. */
  decode: (mp3: Uint8Array) => Promise<Waveform | null>;
  free: () => void;
};

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
