import type { Gap } from "../../../../../domain/practice/practice.ts";
import { encodeWav, recordingSampleRate } from "../../../audio/wav.ts";

/** Where sound was lost: before sample `at` of a block, counted from 0. */
export type SampleLoss = { at: number; seconds: number };

/** A finished recording. */
export type FinishedRecording = {
  /** A 16-bit mono PCM file at `takeSampleRate`. */
  wav: ArrayBuffer;
  durationSeconds: number;
  /** The loudest sample, 0 to 1: near 0 nothing was heard, at 1 it was too loud. */
  peak: number;
  /** True when recording ended by itself: the microphone went away, or the longest duration was reached. */
  interrupted: boolean;
  /** In their order; none as a rule. */
  gaps: readonly Gap[];
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

/** Collects the gaps of a take whose blocks come one after the other, at `takeSampleRate`. */
export class GapList {
  readonly #gaps: Gap[] = [];
  #length = 0;

  /** Adds those of the next block, of so many samples. */
  add(blockLength: number, losses: readonly SampleLoss[]): void {
    for (const { at, seconds } of losses) {
      this.#gaps.push({ atSeconds: (this.#length + at) / recordingSampleRate, seconds });
    }
    this.#length += blockLength;
  }

  toGaps(): readonly Gap[] {
    return [...this.#gaps];
  }
}

/** Collects the blocks of one take, in the order in which they came, at `takeSampleRate`. */
export type RecordingBuffer = {
  add(samples: Float32Array, losses: readonly SampleLoss[]): void;
  /** Seconds collected so far. */
  durationSeconds(): number;
  /** What was collected. */
  toRecording(interrupted: boolean): FinishedRecording;
};

export function createRecordingBuffer(): RecordingBuffer {
  const blocks: Float32Array[] = [];
  const gapList = new GapList();
  let length = 0;
  return {
    add(samples, losses) {
      blocks.push(samples);
      gapList.add(samples.length, losses);
      length += samples.length;
    },
    durationSeconds: () => length / recordingSampleRate,
    toRecording(interrupted) {
      const samples = new Float32Array(length);
      let at = 0;
      for (const block of blocks) {
        samples.set(block, at);
        at += block.length;
      }
      return {
        wav: encodeWav(samples),
        durationSeconds: length / recordingSampleRate,
        peak: Math.min(1, measureLevel(samples).peak),
        interrupted,
        gaps: gapList.toGaps(),
      };
    },
  };
}
