const headerBytes = 44;
const rateOffset = 24;

/** Mono 16-bit sound; samples reach from -1 to 1. */
export type Waveform = { samples: Float32Array; rate: number };

/**
 * Reads a mono 16-bit WAV with the usual header of 44 bytes. The length in the header is ignored, because a program
 * that writes to a pipe cannot know it.
 * @throws Error if it is anything else.
 */
export function readWave(wave: Buffer): Waveform {
  const isWave = wave.length >= headerBytes && wave.toString("latin1", 0, 4) === "RIFF";
  if (!isWave || wave.readUInt16LE(22) !== 1 || wave.readUInt16LE(34) !== 16) {
    throw new Error("The synthesiser did not give mono 16-bit sound.");
  }
  const count = Math.floor((wave.length - headerBytes) / 2);
  const samples = Float32Array.from({ length: count }, (_, i) => wave.readInt16LE(headerBytes + i * 2) / 32768);
  return { samples, rate: wave.readUInt32LE(rateOffset) };
}

const audible = 0.01;
const leadIn = 0.08;
const leadOut = 0.2;

/** Cuts silence at both ends down to a short lead-in and lead-out, in seconds. Silence throughout becomes empty. */
export function trim({ samples, rate }: Waveform): Waveform {
  const isAudible = (sample: number) => Math.abs(sample) >= audible;
  const first = samples.findIndex(isAudible);
  if (first < 0) return { samples: new Float32Array(), rate };
  const start = Math.max(0, first - Math.round(leadIn * rate));
  const end = samples.findLastIndex(isAudible) + 1 + Math.round(leadOut * rate);
  return { samples: samples.slice(start, end), rate };
}

const targetLoudness = 0.075;
// Lossy encoding overshoots, so that full scale would clip in the player.
const highestPeak = 0.85;

/** Brings sound to the same loudness (root mean square), as far as its peaks allow. */
export function normalise({ samples, rate }: Waveform): Waveform {
  let peak = 0;
  let energy = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    energy += sample * sample;
  }
  if (peak === 0) return { samples, rate };
  const gain = Math.min(targetLoudness / Math.sqrt(energy / samples.length), highestPeak / peak);
  return { samples: samples.map((sample) => sample * gain), rate };
}

/** The samples as little-endian 16-bit numbers without a header. */
export function toPcm({ samples }: Waveform): Buffer {
  const pcm = Buffer.alloc(samples.length * 2);
  for (const [i, sample] of samples.entries()) pcm.writeInt16LE(Math.round(sample * 32767), i * 2);
  return pcm;
}
