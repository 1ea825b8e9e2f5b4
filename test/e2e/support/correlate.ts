import { resample } from "../../../web/src/audio/resample.ts";

/** `sampleRate` is a whole number of Hz. */
export type Signal = { samples: Float32Array; sampleRate: number };

export type Correlation = {
  /** The normalised correlation of the overlap, from 0 to 1. It does not depend on the volume. */
  peak: number;
  /** The position of the recording's start in the reference. It is negative if the recording starts first. */
  lagSeconds: number;
  overlapSeconds: number;
};

/** In Hz. This rate is enough for speech up to 4 kHz. */
const commonRate = 8_000;

type Complex = { real: Float64Array; imaginary: Float64Array };

function swapBitReversed({ real, imaginary }: Complex): void {
  const size = real.length;
  for (let at = 1, mirror = 0; at < size; at += 1) {
    let bit = size >> 1;
    for (; mirror & bit; bit >>= 1) mirror ^= bit;
    mirror ^= bit;
    if (at >= mirror) continue;
    for (const values of [real, imaginary]) {
      const kept = values[at] ?? 0;
      values[at] = values[mirror] ?? 0;
      values[mirror] = kept;
    }
  }
}

function joinHalves({ real, imaginary }: Complex, turns: Complex, start: number, half: number): void {
  const stride = turns.real.length / half;
  for (let step = 0; step < half; step += 1) {
    const even = start + step;
    const odd = even + half;
    const [cosine = 0, sine = 0] = [turns.real[step * stride], turns.imaginary[step * stride]];
    const [evenReal = 0, evenImaginary = 0] = [real[even], imaginary[even]];
    const oddReal = (real[odd] ?? 0) * cosine - (imaginary[odd] ?? 0) * sine;
    const oddImaginary = (real[odd] ?? 0) * sine + (imaginary[odd] ?? 0) * cosine;
    real[odd] = evenReal - oddReal;
    imaginary[odd] = evenImaginary - oddImaginary;
    real[even] = evenReal + oddReal;
    imaginary[even] = evenImaginary + oddImaginary;
  }
}

/** Computes the Fourier transform in place. The number of values must be a power of two. */
function transform(values: Complex): Complex {
  swapBitReversed(values);
  const size = values.real.length;
  const angles = Float64Array.from({ length: size / 2 }, (_, at) => (-2 * Math.PI * at) / size);
  const turns = { real: angles.map(Math.cos), imaginary: angles.map(Math.sin) };
  for (let half = 1; half < size; half *= 2) {
    for (let start = 0; start < size; start += 2 * half) joinHalves(values, turns, start, half);
  }
  return values;
}

function spectrum(samples: Float32Array, size: number): Complex {
  const real = new Float64Array(size);
  real.set(samples);
  return transform({ real, imaginary: new Float64Array(size) });
}

/**
 * Element `lag` of the result is the sum over n of `reference[n + lag] * recording[n]`. A negative lag is counted from
 * the end.
 */
function crossCorrelate(reference: Float32Array, recording: Float32Array): Float64Array {
  const size = 2 ** Math.ceil(Math.log2(reference.length + recording.length));
  const a = spectrum(reference, size);
  const b = spectrum(recording, size);
  // The conjugate of the product lets a forward transform serve as the inverse transform.
  const product = { real: new Float64Array(size), imaginary: new Float64Array(size) };
  for (let at = 0; at < size; at += 1) {
    const [ar = 0, ai = 0, br = 0, bi = 0] = [a.real[at], a.imaginary[at], b.real[at], b.imaginary[at]];
    product.real[at] = ar * br + ai * bi;
    product.imaginary[at] = ar * bi - ai * br;
  }
  return transform(product).real.map((value) => value / size);
}

/** Element n of the result is the energy of the first n samples. */
function runningEnergy(samples: Float32Array): Float64Array {
  const energy = new Float64Array(samples.length + 1);
  samples.forEach((sample, at) => {
    energy[at + 1] = (energy[at] ?? 0) + sample * sample;
  });
  return energy;
}

type Match = { product: number; lag: number };

/** The interpolation uses `refiningReach` lags on each side, and `refiningSteps` steps between two lags. */
const refiningReach = 24;
const refiningSteps = 16;

/**
 * Interpolation weights (a windowed sinc). The rows are the steps from one lag before a whole lag to one lag after it.
 * The columns are the whole lags nearby.
 */
const refiningWeights = Array.from({ length: 2 * refiningSteps + 1 }, (_, step) =>
  Float64Array.from({ length: 2 * refiningReach + 1 }, (_unused, tap) => {
    const distance = tap - refiningReach - (step / refiningSteps - 1);
    const position = Math.max(-1, Math.min(1, distance / (refiningReach + 1)));
    const window = 0.42 + 0.5 * Math.cos(Math.PI * position) + 0.08 * Math.cos(2 * Math.PI * position);
    return distance === 0 ? 1 : (window * Math.sin(Math.PI * distance)) / (Math.PI * distance);
  }),
);

/** Finds the maximum between whole lags, because an error of half a sample reduces the correlation. */
function refine(products: Float64Array, lag: number): Match {
  let best: Match = { product: 0, lag };
  for (const [step, weights] of refiningWeights.entries()) {
    const product = weights.reduce(
      (sum, weight, tap) => sum + weight * (products.at((lag - refiningReach + tap) % products.length) ?? 0),
      0,
    );
    if (product > best.product) best = { product, lag: lag + step / refiningSteps - 1 };
  }
  return best;
}

type Candidate = { lag: number; peak: number; norm: number; overlap: number };

/** A lag is refined only if its correlation is at least this share of the best correlation. */
const worthRefining = 0.85;

/** There may be several, because a voice correlates with itself one period later almost as well. */
function bestCandidates(all: readonly Candidate[]): Candidate[] {
  const best = all.reduce((most, { peak }) => Math.max(most, peak), 0);
  const isTop = ({ peak }: Candidate, at: number) =>
    peak > 0 && peak >= (all[at - 1]?.peak ?? 0) && peak >= (all[at + 1]?.peak ?? 0);
  return all.filter((candidate, at) => candidate.peak >= best * worthRefining && isTop(candidate, at));
}

/**
 * @param leastOverlapSeconds the minimum overlap, because a few samples may correlate by chance; by default half of the
 * shorter signal
 */
export function correlate(reference: Signal, recording: Signal, leastOverlapSeconds?: number): Correlation {
  const a = resample(reference.samples, reference.sampleRate, commonRate);
  const b = resample(recording.samples, recording.sampleRate, commonRate);
  const leastOverlap = (leastOverlapSeconds ?? Math.min(a.length, b.length) / commonRate / 2) * commonRate;
  const products = crossCorrelate(a, b);
  const energyA = runningEnergy(a);
  const energyB = runningEnergy(b);
  const candidates: Candidate[] = [];
  for (let lag = 1 - b.length; lag < a.length; lag += 1) {
    const from = Math.max(0, lag);
    const to = Math.min(a.length, lag + b.length);
    if (to - from < Math.max(1, leastOverlap)) continue;
    const energy =
      ((energyA[to] ?? 0) - (energyA[from] ?? 0)) * ((energyB[to - lag] ?? 0) - (energyB[from - lag] ?? 0));
    const norm = Math.sqrt(energy);
    candidates.push({ lag, norm, peak: norm > 0 ? (products.at(lag) ?? 0) / norm : 0, overlap: to - from });
  }
  let found: Correlation = { peak: 0, lagSeconds: 0, overlapSeconds: 0 };
  for (const { lag, norm, overlap } of bestCandidates(candidates)) {
    const match = refine(products, lag);
    const peak = Math.min(1, match.product / norm);
    if (peak > found.peak) {
      found = { peak, lagSeconds: match.lag / commonRate, overlapSeconds: overlap / commonRate };
    }
  }
  return found;
}
