import { MPEGDecoder } from "mpg123-decoder";

const shortest = 0.3;
/** The peak below which nobody would hear anything (full scale is 1). */
const faintest = 0.02;

/** Decodes MP3s one after the other; must be freed after use. */
export type AudioChecker = {
  /** What is wrong with a recording, if anything. */
  problemOf: (mp3: Uint8Array) => Promise<string | undefined>;
  free: () => void;
};

/** Starts a decoder; it works on every platform, without native programs. */
export async function startAudioChecker(): Promise<AudioChecker> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    async problemOf(mp3) {
      await decoder.reset();
      const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(mp3);
      if (samplesDecoded === 0 || errors.length > 0) return "cannot be decoded as MP3";
      if (samplesDecoded / sampleRate <= shortest) return `lasts no longer than ${shortest} seconds`;
      const isHeard = channelData.some((channel) => channel.some((sample) => Math.abs(sample) >= faintest));
      return isHeard ? undefined : "is silent";
    },
    free: () => decoder.free(),
  };
}
