import { integratedLoudness, truePeak } from "./loudness.ts";
import { measureSource, type SourceMeasures } from "./measure-source.ts";
import { type BitRate, encodeMp3, type Mp3Decoder } from "./mp3.ts";
import { amplify, limit, secondsOf, trim, type Waveform } from "./waveform.ts";

/** The target loudness of audio files in LUFS, and its tolerance in LU. */
export const targetLoudness = -16;
export const loudnessTolerance = 1;
/** In dBTP. */
export const highestPeak = -1.5;

/**
 * A part of the fingerprint of each audio file. Increase this version when the processing changes. Builds then make the
 * files again.
 */
export const audioRecipeVersion = "2";

/** `source` describes the original recording. The other measurements are of the decoded MP3. */
export type FinishedAudio = { mp3: Buffer; seconds: number; loudness: number; peak: number; source: SourceMeasures };

/**
 * In seconds. With the silence that `trim` leaves before and after it, the sound has 0.4 s, the shortest time whose
 * loudness can be measured.
 */
const shortestAudible = 0.1;
/** In LU. Stricter than the tolerance, because loudness meters differ. */
const loudnessAccuracy = 0.5;
const maxTries = 8;
/**
 * Distance between the first ceiling and the highest allowed peak, in dB. Lossy encoding raises peaks, especially at
 * low bit rates.
 */
const firstHeadroom = 2;
/** The limiter undoes part of each gain, so each correction is multiplied by this number. */
const overcorrection = 1.5;

/** Amplifies a sound towards a loudness in LUFS, with peaks up to a ceiling in dB (full scale is 0 dB). */
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
 * Makes an audio file from a recording: trims silence, sets the loudness and encodes an MP3. Measures the decoded MP3,
 * because encoding changes the levels.
 * @throws Error if the recording is silent or too short, if its loudness cannot be reached, or if the MP3 cannot be
 * decoded
 */
export async function finishAudio(said: Waveform, bitrate: BitRate, decoder: Mp3Decoder): Promise<FinishedAudio> {
  const trimmed = trim(said);
  if (trimmed.samples.length === 0) throw new Error("it is silent");
  const source = measureSource(said);
  if (source.audibleSeconds < shortestAudible) {
    throw new Error(`it is too short: less than ${shortestAudible} seconds are audible`);
  }
  // Only clicks are audible, and the loudness of each block is below the gate of BS.1770.
  if (source.loudness === null) throw new Error("it is silent");
  let aim = targetLoudness;
  let ceiling = highestPeak - firstHeadroom;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mp3 = await encodeMp3(levelSound(trimmed, aim, ceiling), bitrate);
    const heard = await decoder.decode(mp3);
    if (!heard) throw new Error("it could not be decoded again");
    const [loudness, peak] = [integratedLoudness(heard), truePeak(heard)];
    if (Math.abs(loudness - targetLoudness) <= loudnessAccuracy && peak <= highestPeak) {
      return { mp3, seconds: secondsOf(heard), loudness, peak, source };
    }
    aim += targetLoudness - loudness;
    if (peak > highestPeak) ceiling -= peak - highestPeak + 0.1;
  }
  throw new Error(`it cannot be brought to ${targetLoudness} LUFS: it has peaks far above the rest; record it again`);
}
