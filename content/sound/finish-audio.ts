import { integratedLoudness, truePeak } from "./loudness.ts";
import { type BitRate, encodeMp3, type Mp3Decoder } from "./mp3.ts";
import { amplify, limit, secondsOf, trim, type Waveform } from "./waveform.ts";

/** How loud every recording is, in LUFS, and how far from that it may be. */
export const targetLoudness = -16;
export const loudnessTolerance = 1;
/** The highest true peak of a recording, in dBTP. */
export const highestPeak = -1.5;

/** Raise the number when sound is worked on differently, so that everything is made again. */
export const audioRecipeVersion = "2";

/** A recording that is ready to be published, with what was measured in it. */
export type FinishedAudio = { mp3: Buffer; seconds: number; loudness: number; peak: number };

/** Closer than what is tolerated, so that other meters agree. */
const loudnessAccuracy = 0.5;
const maxTries = 8;
/** Lossy encoding overshoots, the more the lower its bit rate. */
const firstHeadroom = 2;
/** What is turned down at its peaks grows less loud than it is made. */
const overcorrection = 1.5;

/** Brings sound to a loudness with no peak above a ceiling, in dB. */
function levelSound(sound: Waveform, loudness: number, ceiling: number): Waveform {
  let gain = loudness - integratedLoudness(sound);
  for (let tries = 0; ; tries += 1) {
    const levelled = limit(amplify(sound, gain), 10 ** (ceiling / 20));
    const lacks = loudness - integratedLoudness(levelled);
    if (Math.abs(lacks) <= loudnessAccuracy / 4 || tries === maxTries) return levelled;
    gain += overcorrection * lacks;
  }
}

/**
 * Makes a recording of what was said: silence at its ends trimmed, at the loudness of all others, and as an MP3. What is
 * measured is what comes out of the MP3.
 * @throws Error if nothing is heard in it, or it cannot be brought to its level.
 */
export async function finishAudio(said: Waveform, bitrate: BitRate, decoder: Mp3Decoder): Promise<FinishedAudio> {
  const trimmed = trim(said);
  if (trimmed.samples.length === 0) throw new Error("nothing is heard in it");
  if (!Number.isFinite(integratedLoudness(trimmed))) {
    throw new Error("it is too short: less than 0.4 seconds are heard");
  }
  let aim = targetLoudness;
  let ceiling = highestPeak - firstHeadroom;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mp3 = await encodeMp3(levelSound(trimmed, aim, ceiling), bitrate);
    const heard = await decoder.decode(mp3);
    if (!heard) throw new Error("it could not be decoded again");
    const [loudness, peak] = [integratedLoudness(heard), truePeak(heard)];
    if (Math.abs(loudness - targetLoudness) <= loudnessAccuracy && peak <= highestPeak) {
      return { mp3, seconds: secondsOf(heard), loudness, peak };
    }
    aim += targetLoudness - loudness;
    if (peak > highestPeak) ceiling -= peak - highestPeak + 0.1;
  }
  throw new Error(`it cannot be brought to ${targetLoudness} LUFS: it has peaks far above the rest; record it again`);
}
