import { writeFile } from "node:fs/promises";
import type { Waveform } from "../../../content/sound/waveform.ts";

export const rate = 24_000;

const generateSound = (seconds: number, sampleAt: (at: number) => number): Waveform => ({
  samples: Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => sampleAt(at)),
  rate,
});

/** @param level the peak in dB relative to full scale, at most 0 */
export function sine(seconds: number, level = -12, hertz = 1000): Waveform {
  const peak = 10 ** (level / 20);
  return generateSound(seconds, (at) => peak * Math.sin((2 * Math.PI * hertz * at) / rate));
}

export const silence = (seconds: number): Waveform => generateSound(seconds, () => 0);

/**
 * Generates white noise (mulberry32). Equal arguments give equal noise.
 * @param level the peak in dB relative to full scale, at most 0
 */
export function noise(seconds: number, level: number, seed = 1): Waveform {
  let state = seed;
  const peak = 10 ** (level / 20);
  return generateSound(seconds, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return peak * (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1);
  });
}

/**
 * Imitates speech: a buzz of harmonics in syllables of a quarter of a second.
 * @param level in dB relative to full scale; the peak is about 3.5 dB lower
 */
export function syllables(seconds: number, level = -12): Waveform {
  const peak = 10 ** (level / 20);
  return generateSound(seconds, (at) => {
    const t = at / rate;
    const buzz = [1, 2, 3, 5, 8, 13].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 140 * n * t) / n, 0);
    return (peak * buzz * (0.15 + 0.85 * Math.sin(Math.PI * 4 * t) ** 2)) / 2;
  });
}

export function concatenate(...sounds: readonly Waveform[]): Waveform {
  const samples = new Float32Array(sounds.reduce((sum, one) => sum + one.samples.length, 0));
  let at = 0;
  for (const one of sounds) {
    samples.set(one.samples, at);
    at += one.samples.length;
  }
  return { samples, rate };
}

export function mix(one: Waveform, other: Waveform): Waveform {
  return { samples: one.samples.map((sample, at) => sample + (other.samples[at] ?? 0)), rate };
}

export function encodeTestWav({ samples, rate }: Waveform, channels = 1): Buffer {
  const data = Buffer.alloc(samples.length * 2 * channels);
  for (const [at, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    for (let channel = 0; channel < channels; channel += 1) data.writeInt16LE(value, (at * channels + channel) * 2);
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2 * channels, 28);
  header.writeUInt16LE(2 * channels, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

export async function writeWav(file: string, sound: Waveform): Promise<void> {
  await writeFile(file, encodeTestWav(sound));
}
