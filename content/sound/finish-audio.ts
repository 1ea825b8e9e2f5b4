import { integratedLoudness, truePeak } from "./loudness.ts";
import { measureSource, type SourceMeasures } from "./measure-source.ts";
import { type BitRate, encodeMp3, type Mp3Decoder } from "./mp3.ts";
import { amplify, limit, secondsOf, trim, type Waveform } from "./waveform.ts";

/** In LUFS. */
export const targetLoudness = -16;
/** In LU. */
export const loudnessTolerance = 1;
/** In dBTP. */
export const highestPeak = -1.5;

/** Increase this version when the processing changes. Builds then make the audio files again. */
export const audioRecipeVersion = "2";

/** `source` describes the original recording. */
export type FinishedAudio = { mp3: Buffer; seconds: number; loudness: number; peak: number; source: SourceMeasures };

/**
 * In seconds. `leadIn` and `leadOut` extend a sound of this length to 0.4 s, the shortest time whose loudness can be
 * measured.
 */
const shortestAudible = 0.1;
/** In LU. Stricter than the tolerance, because loudness meters differ. */
const loudnessAccuracy = 0.5;
const maxTries = 8;
/** Distance of the first ceiling from `highestPeak`, in dB. Lossy encoding can raise peaks. */
const firstHeadroom = 2;
/** Factor of each correction of the gain, because the limiter can undo part of a correction. */
const overcorrection = 1.5;

/** `loudness` is in LUFS, and `ceiling` in dB (full scale is 0 dB). */
function levelSound(sound: Waveform, loudness: number, ceiling: number): Waveform {
  let gain = loudness - integratedLoudness(sound);
  for (let tries = 0; ; tries += 1) {
    const levelled = limit(amplify(sound, gain), 10 ** (ceiling / 20));
    const lacks = loudness - integratedLoudness(levelled);
    if (Math.abs(lacks) <= loudnessAccuracy / 4 || tries === maxTries) return levelled;
    gain += overcorrection * lacks;
  }
}

/** Measures the decoded MP3, because encoding changes the levels. */
export async function finishAudio(said: Waveform, bitrate: BitRate, decoder: Mp3Decoder): Promise<FinishedAudio> {
  const trimmed = trim(said);
  if (trimmed.samples.length === 0) throw new Error("it is silent");
  const source = measureSource(said);
  if (source.audibleSeconds < shortestAudible) {
    throw new Error(`it is too short: less than ${shortestAudible} seconds are audible`);
  }
  // The loudness of each block is below the gate of BS.1770, for example because only clicks are audible.
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
