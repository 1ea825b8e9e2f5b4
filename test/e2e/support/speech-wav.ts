import { encodeWav } from "../../../web/src/audio/wav.ts";
import type { Signal } from "./correlate.ts";

export type SpeechOptions = {
  seconds: number;
  /** In Hz. */
  sampleRate?: number;
  /** An integer. */
  seed?: number;
  /** The level of a hiss from 0 to 1, which makes every tenth of a second unique. */
  hiss?: number;
};

/** The length of the chirp at the start. */
export const markerSeconds = 0.03;
export const firstSyllableSeconds = 0.1;

const loudness = 0.6;
/** The formants of vowels, in Hz. */
const vowels = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [300, 870, 2240],
  [530, 1840, 2480],
] as const;

type Random = () => number;

function seededRandom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes a rising chirp. The first sample has the highest level, so that tests can find the exact start. */
function writeMarker(samples: Float32Array, sampleRate: number): void {
  const length = Math.min(samples.length, Math.round(markerSeconds * sampleRate));
  for (let at = 0; at < length; at += 1) {
    const time = at / sampleRate;
    const cycles = 500 * time + (3_000 / (2 * markerSeconds)) * time * time;
    samples[at] = loudness * Math.cos(2 * Math.PI * cycles);
  }
}

type Syllable = { start: number; seconds: number; pitch: number; glide: number; vowel: readonly number[] };

function vowelGain(frequency: number, vowel: readonly number[]): number {
  return vowel.reduce(
    (gain, formant, order) => gain + Math.exp(-(((frequency - formant) / 150) ** 2)) / (order + 1),
    0.02,
  );
}

function writeSyllable(samples: Float32Array, sampleRate: number, syllable: Syllable): void {
  const { start, seconds, pitch, glide, vowel } = syllable;
  const gains = Array.from({ length: 24 }, (_, harmonic) => vowelGain(pitch * (harmonic + 1), vowel));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  const length = Math.round(seconds * sampleRate);
  const first = Math.round(start * sampleRate);
  for (let at = 0; at < length && first + at < samples.length; at += 1) {
    const time = at / sampleRate;
    const phase = 2 * Math.PI * (pitch * time + (glide * time * time) / 2);
    const voice = gains.reduce((sum, gain, harmonic) => sum + gain * Math.sin(phase * (harmonic + 1)), 0);
    samples[first + at] = (loudness * Math.sin((Math.PI * at) / length) * voice) / total;
  }
}

/**
 * Creates mono samples that are similar to speech: a marker from sample 0, then voiced syllables that glide in pitch,
 * with uneven pauses.
 */
export function createSpeech(options: SpeechOptions): Float32Array<ArrayBuffer> {
  const { seconds, sampleRate = 48_000, seed = 1, hiss = 0 } = options;
  const random = seededRandom(seed);
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  writeMarker(samples, sampleRate);
  for (let start = firstSyllableSeconds; start < seconds; ) {
    const length = 0.09 + 0.17 * random();
    const vowel = vowels[Math.floor(random() * vowels.length)] ?? vowels[0];
    const syllable = { start, seconds: length, pitch: 100 + 130 * random(), glide: 500 * (random() - 0.5), vowel };
    writeSyllable(samples, sampleRate, syllable);
    start += length + 0.02 + 0.12 * random();
  }
  return hiss > 0 ? samples.map((sample) => sample + hiss * (2 * random() - 1)) : samples;
}

/** Every tenth of a second of this speech is unique. */
export function createSpokenFile(seconds: number): Signal {
  const sampleRate = 48_000;
  return { samples: createSpeech({ seconds, sampleRate, seed: 7, hiss: 0.02 }), sampleRate };
}

export function createMinuteOfSpeech(): Signal {
  return createSpokenFile(60);
}

export function createSpeechWav(options: SpeechOptions): ArrayBuffer {
  return encodeWav(createSpeech(options), options.sampleRate ?? 48_000);
}
