import { resample } from "./resample.ts";
import { encodeWav, takeSampleRate } from "./wav.ts";

/** A finished recording. */
export type Take = {
  /** A 16-bit mono PCM file at `takeSampleRate`. */
  wav: ArrayBuffer;
  durationSeconds: number;
  /** The loudest sample, 0 to 1: near 0 nothing was heard, at 1 it was too loud. */
  peak: number;
  /** True when recording ended by itself: the microphone went away, or the longest duration was reached. */
  interrupted: boolean;
};

/** How loud a block is; both 0 to 1. */
export type Level = { rms: number; peak: number };

/** Measures one block of samples; an empty block is silent. */
export function measureLevel(samples: Float32Array): Level {
  let sumOfSquares = 0;
  let peak = 0;
  for (const sample of samples) {
    sumOfSquares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  return { rms: samples.length === 0 ? 0 : Math.sqrt(sumOfSquares / samples.length), peak };
}

/** Collects the blocks of one take, in the order in which they came. */
export type TakeBuffer = {
  add(samples: Float32Array): void;
  /** Seconds collected so far. */
  durationSeconds(): number;
  /** What was collected, as a file at `takeSampleRate`. */
  toTake(interrupted: boolean): Take;
};

/** @param sampleRate of the blocks, in Hz. */
export function createTakeBuffer(sampleRate: number): TakeBuffer {
  const blocks: Float32Array[] = [];
  let length = 0;
  return {
    add(samples) {
      blocks.push(samples);
      length += samples.length;
    },
    durationSeconds: () => length / sampleRate,
    toTake(interrupted) {
      const joined = new Float32Array(length);
      let at = 0;
      for (const block of blocks) {
        joined.set(block, at);
        at += block.length;
      }
      const samples = resample(joined, sampleRate, takeSampleRate);
      return {
        wav: encodeWav(samples),
        durationSeconds: samples.length / takeSampleRate,
        peak: Math.min(1, measureLevel(samples).peak),
        interrupted,
      };
    },
  };
}
