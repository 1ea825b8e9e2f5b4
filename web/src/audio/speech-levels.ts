export const frameSeconds = 0.01;

export type SpeechLevels = {
  /**
   * The mean level of each frame in dB relative to full scale, at least `quietestDb`. Rumble and offset are filtered
   * out.
   */
  readonly decibels: Float32Array;
  readonly clippedSeconds: number;
};

/** In dB relative to full scale. Represents digital silence. */
export const quietestDb = -100;

/** In Hz. Most energy of a voice is above this frequency, and most rumble is below it. */
const rumbleHz = 90;

/**
 * As a fraction of full scale. Samples from this limit on may be clipped. The limit is below 1, because resampling
 * changes a flat top slightly.
 */
const clippedFrom = 0.985;
/** A run of this many samples counts as clipping. A single peak may reach the limit unclipped. */
const clippedInARow = 3;

/** Returns the coefficients of a second-order Butterworth high-pass, normalised to `a0` = 1. */
function highPass(sampleRate: number) {
  const angle = (2 * Math.PI * rumbleHz) / sampleRate;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const cosine = Math.cos(angle);
  const a0 = 1 + alpha;
  return { b0: (1 + cosine) / 2 / a0, b1: -(1 + cosine) / a0, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 };
}

export class SpeechLevelMeter {
  readonly #frameLength: number;
  readonly #filter: ReturnType<typeof highPass>;
  readonly #decibels: number[] = [];
  readonly #sampleRate: number;
  #state1 = 0;
  #state2 = 0;
  #power = 0;
  #atLimit = 0;
  #clipped = 0;
  #count = 0;

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#frameLength = Math.max(1, Math.round(sampleRate * frameSeconds));
    this.#filter = highPass(sampleRate);
  }

  /** @param samples the next piece; full scale is -1 to 1 */
  push(samples: Float32Array): void {
    for (let from = 0; from < samples.length; ) {
      const to = Math.min(samples.length, from + this.#frameLength - this.#count);
      this.#measure(samples, from, to);
      from = to;
      if (this.#count === this.#frameLength) this.#endFrame();
    }
  }

  /** Copies the fields into local variables for speed. */
  #measure(samples: Float32Array, from: number, to: number): void {
    const { b0, b1, a1, a2 } = this.#filter;
    let state1 = this.#state1;
    let state2 = this.#state2;
    let power = this.#power;
    let atLimit = this.#atLimit;
    let clipped = this.#clipped;
    for (let at = from; at < to; at += 1) {
      const sample = samples[at] ?? 0;
      const filtered = b0 * sample + state1;
      state1 = b1 * sample - a1 * filtered + state2;
      state2 = b0 * sample - a2 * filtered;
      power += filtered * filtered;
      if (sample >= clippedFrom || sample <= -clippedFrom) {
        atLimit += 1;
        if (atLimit === clippedInARow) clipped += clippedInARow;
        else if (atLimit > clippedInARow) clipped += 1;
      } else atLimit = 0;
    }
    this.#state1 = state1;
    this.#state2 = state2;
    this.#power = power;
    this.#atLimit = atLimit;
    this.#clipped = clipped;
    this.#count += to - from;
  }

  #endFrame(): void {
    this.#decibels.push(Math.max(quietestDb, 10 * Math.log10(this.#power / this.#count)));
    this.#power = 0;
    this.#count = 0;
  }

  /** Without the level of an incomplete frame. */
  levels(): SpeechLevels {
    return { decibels: Float32Array.from(this.#decibels), clippedSeconds: this.#clipped / this.#sampleRate };
  }
}
