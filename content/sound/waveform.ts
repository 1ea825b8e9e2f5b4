const headerBytes = 44;
const rateOffset = 24;

/** Mono sound. Full scale is 1, and `rate` is in Hz. */
export type Waveform = { samples: Float32Array; rate: number };

/**
 * Reads a WAV with the usual header of 44 bytes. Ignores the length in the header, because a program that writes to a
 * pipe does not know the length in advance.
 */
export function readWave(wave: Buffer): Waveform {
  const isWave = wave.length >= headerBytes && wave.toString("latin1", 0, 4) === "RIFF";
  if (!isWave || wave.readUInt16LE(22) !== 1 || wave.readUInt16LE(34) !== 16) {
    throw new Error("The synthesiser did not return mono 16-bit sound.");
  }
  return { samples: readPcm(wave.subarray(headerBytes)), rate: wave.readUInt32LE(rateOffset) };
}

export function readPcm(pcm: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = pcm.readInt16LE(at * 2) / 32768;
  return samples;
}

export const secondsOf = ({ samples, rate }: Waveform) => samples.length / rate;

/** `from` and `to` are in seconds. */
export function cut({ samples, rate }: Waveform, from: number, to: number): Waveform {
  return { samples: samples.slice(Math.max(0, Math.round(from * rate)), Math.round(to * rate)), rate };
}

export function peakOf({ samples }: Waveform): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

const audibleShare = 0.02;
/** Full scale is 1. */
const faintestPeak = 0.002;

/** Silence before and after the audible part, in seconds. */
export const leadIn = 0.1;
export const leadOut = 0.2;

/** Trims or extends the silence at both ends to `leadIn` and `leadOut`. A silent sound becomes empty. */
export function trim(sound: Waveform): Waveform {
  const { samples, rate } = sound;
  const audible = Math.max(faintestPeak, audibleShare * peakOf(sound));
  const isAudible = (sample: number) => Math.abs(sample) >= audible;
  const first = samples.findIndex(isAudible);
  if (first < 0) return { samples: new Float32Array(), rate };
  const start = first - Math.round(leadIn * rate);
  const end = samples.findLastIndex(isAudible) + 1 + Math.round(leadOut * rate);
  const trimmed = new Float32Array(end - start);
  trimmed.set(samples.subarray(Math.max(0, start), end), Math.max(0, -start));
  return { samples: trimmed, rate };
}

export function amplify({ samples, rate }: Waveform, decibels: number): Waveform {
  const gain = 10 ** (decibels / 20);
  return { samples: samples.map((sample) => sample * gain), rate };
}

/**
 * Half the length of the limiter's window, in seconds. Around a peak, the gain is lowered for up to twice this time on
 * each side.
 */
const limiterWindow = 0.005;

/**
 * Limits samples to `ceiling` (full scale is 1). The lowest gain in each window is averaged over a window of the same
 * length, so that the gain changes gradually.
 */
export function limit({ samples, rate }: Waveform, ceiling: number): Waveform {
  const reach = Math.round(limiterWindow * rate);
  const wanted = samples.map((sample) => Math.min(1, ceiling / Math.max(Math.abs(sample), Number.MIN_VALUE)));
  const least = slidingMinimum(wanted, reach);
  // Beyond both ends, the gain of the nearest sample applies. Otherwise a peak at an end could exceed the ceiling.
  const leastAt = (at: number) => least[Math.min(Math.max(at, 0), least.length - 1)] ?? 1;
  let sum = 0;
  for (let at = -reach; at < reach; at += 1) sum += leastAt(at);
  const limited = samples.map((sample, at) => {
    sum += leastAt(at + reach);
    const gain = sum / (2 * reach + 1);
    sum -= leastAt(at - reach);
    return sample * gain;
  });
  return { samples: limited, rate };
}

/** Returns the minimum of each value and its neighbours up to `reach` away, in one pass. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const least = new Float32Array(values.length);
  const rising: number[] = [];
  let head = 0;
  for (let at = 0; at < values.length + reach; at += 1) {
    const value = values[at];
    if (value !== undefined) {
      while (rising.length > head && (values[rising.at(-1) ?? 0] ?? 0) >= value) rising.pop();
      rising.push(at);
    }
    if ((rising[head] ?? 0) < at - 2 * reach) head += 1;
    if (at >= reach) least[at - reach] = values[rising[head] ?? 0] ?? 1;
  }
  return least;
}
