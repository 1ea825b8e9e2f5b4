import { resample } from "../../../web/src/audio/resample.ts";
import type { Signal } from "./correlate.ts";

/** In Hz. This rate is enough for speech up to 4 kHz. */
const sampleRate = 8_000;

/** Weakens low tones, which have most of the energy of speech, so that they do not dominate a correlation. */
export function applyPreEmphasis(signal: Signal): Signal {
  const samples = resample(signal.samples, signal.sampleRate, sampleRate);
  return { samples: samples.map((sample, at) => sample - (samples[at - 1] ?? 0)), sampleRate };
}
