import type { Gap } from "../../../../../domain/practice/practice.ts";
import { encodeWav, recordingSampleRate } from "../../../audio/wav.ts";

/** Sound that was lost before sample `at` of a block, counted from 0. */
export type SampleLoss = { at: number; seconds: number };

export type FinishedRecording = {
  /** A 16-bit mono PCM file at `recordingSampleRate`. */
  wav: ArrayBuffer;
  durationSeconds: number;
  /** The loudest sample, 0 to 1. A recording with a peak of 1 may be clipped. */
  peak: number;
  interrupted: boolean;
  gaps: readonly Gap[];
};

/** As shares of full scale. */
export type Level = { rms: number; peak: number };

export function measureLevel(samples: Float32Array): Level {
  let sumOfSquares = 0;
  let peak = 0;
  for (const sample of samples) {
    sumOfSquares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  return { rms: samples.length === 0 ? 0 : Math.sqrt(sumOfSquares / samples.length), peak };
}

/** Collects the gaps of consecutive blocks, whose rate is `recordingSampleRate`. */
export class GapList {
  readonly #gaps: Gap[] = [];
  #length = 0;

  /** @param blockLength in samples */
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

export type RecordingBuffer = {
  add(samples: Float32Array, losses: readonly SampleLoss[]): void;
  durationSeconds(): number;
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
