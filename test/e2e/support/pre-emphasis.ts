import { resample } from "../../../web/src/audio/resample.ts";
import type { Signal } from "./correlate.ts";

/** In Hz: speech up to 4 kHz. */
const sampleRate = 8_000;

/**
 * Raises speech by 6 dB per octave. A browser's gain control puts the deepest tones out of step with the rest, which no ear
 * notices, but in which most of the energy of speech is: then they do not decide whether two signals agree.
 */
export function applyPreEmphasis(signal: Signal): Signal {
  const samples = resample(signal.samples, signal.sampleRate, sampleRate);
  return { samples: samples.map((sample, at) => sample - (samples[at - 1] ?? 0)), sampleRate };
}
