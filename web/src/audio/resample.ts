/**
 * The filter's length on each side, in samples of the lower rate. With the window below, the filter attenuates
 * frequencies far above the cutoff by more than 60 dB.
 */
const zeroCrossings = 16;
/** The filter's cutoff as a share of the lower rate's band. A value below 1 reduces the aliasing above the cutoff. */
const passBand = 0.94;

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function blackman(position: number): number {
  return 0.42 + 0.5 * Math.cos(Math.PI * position) + 0.08 * Math.cos(2 * Math.PI * position);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Returns the taps for a fractional position (0 to 1) between two input samples. The taps sum to 1. */
function filterPhase(fraction: number, cutoff: number, halfWidth: number): Float32Array {
  const taps = new Float32Array(2 * halfWidth);
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap += 1) {
    const distance = tap - halfWidth + 1 - fraction;
    const value = sinc(distance * cutoff) * blackman(Math.max(-1, Math.min(1, distance / halfWidth)));
    taps[tap] = value;
    sum += value;
  }
  return taps.map((value) => value / sum);
}

function applyTaps(samples: Float32Array, taps: Float32Array, first: number): number {
  const from = Math.max(0, -first);
  const to = Math.min(taps.length, samples.length - first);
  let sum = 0;
  for (let tap = from; tap < to; tap += 1) sum += (taps[tap] ?? 0) * (samples[first + tap] ?? 0);
  return sum;
}

type Conversion = { stepNumerator: number; halfWidth: number; phases: readonly Float32Array[] };

function planConversion(fromRate: number, toRate: number): Conversion {
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const phaseCount = toRate / divisor;
  const bandLimit = Math.min(1, toRate / fromRate);
  const halfWidth = Math.ceil(zeroCrossings / bandLimit);
  const phases = Array.from({ length: phaseCount }, (_, phase) =>
    filterPhase(phase / phaseCount, bandLimit * passBand, halfWidth),
  );
  return { stepNumerator: fromRate / divisor, halfWidth, phases };
}

/**
 * Resamples by windowed sinc, without delay. Some browsers resample an AudioBufferSourceNode by linear interpolation,
 * which aliases sibilants into the speech band.
 * @param fromRate whole Hz
 * @param toRate whole Hz
 */
export function resample(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return samples;
  const { stepNumerator, halfWidth, phases } = planConversion(fromRate, toRate);
  const output = new Float32Array(Math.floor((samples.length * toRate) / fromRate));
  for (let at = 0; at < output.length; at += 1) {
    const position = at * stepNumerator;
    const taps = phases[position % phases.length];
    const whole = Math.floor(position / phases.length);
    if (taps) output[at] = applyTaps(samples, taps, whole - halfWidth + 1);
  }
  return output;
}

/**
 * Resamples audio block by block, with a short delay. The joined output equals that of `resample` on the whole audio,
 * except that samples may be missing at the end.
 */
export class StreamResampler {
  readonly #conversion: Conversion | undefined;
  /** The latest input, from index `#begin` on. */
  #input = new Float32Array(0);
  #begin = 0;
  #returned = 0;

  /** Both rates are in whole Hz. */
  constructor(fromRate: number, toRate: number) {
    this.#conversion = fromRate === toRate ? undefined : planConversion(fromRate, toRate);
  }

  push(samples: Float32Array): Float32Array {
    if (!this.#conversion) return samples;
    const { stepNumerator, halfWidth, phases } = this.#conversion;
    const input = new Float32Array(this.#input.length + samples.length);
    input.set(this.#input);
    input.set(samples, this.#input.length);
    // The index after the last output that later input cannot change.
    const end = Math.ceil(((this.#begin + input.length - halfWidth) * phases.length) / stepNumerator);
    const output = new Float32Array(Math.max(0, end - this.#returned));
    for (let at = 0; at < output.length; at += 1) {
      const position = (this.#returned + at) * stepNumerator;
      const taps = phases[position % phases.length];
      const whole = Math.floor(position / phases.length);
      if (taps) output[at] = applyTaps(input, taps, whole - halfWidth + 1 - this.#begin);
    }
    this.#returned += output.length;
    const needed = Math.floor((this.#returned * stepNumerator) / phases.length) - halfWidth + 1;
    const passed = Math.max(0, Math.min(input.length, needed - this.#begin));
    this.#input = input.slice(passed);
    this.#begin += passed;
    return output;
  }
}
