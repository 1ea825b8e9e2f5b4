export type CapturePiece = { kind: "sound"; samples: Float32Array } | { kind: "lost"; seconds: number };

export type LossDetectorOptions = {
  /** In Hz. */
  sampleRate: number;
  /** In seconds. A block that is at least this late may follow lost sound. */
  threshold: number;
};

/** Blocks must be late for this long to count as a loss. */
const confirmSeconds = 0.3;
/** The first times of a device are unreliable. */
const settlingSeconds = 0.5;
/**
 * If a block is slightly late, the expected time of the next block moves by this share of the delay, because the clock
 * of a device may run slow.
 */
const driftCorrection = 0.001;

/**
 * Detects lost sound by the times of blocks. After a loss, all later blocks are late. On a busy machine, a block can be
 * late without a loss. Later blocks are then on time again.
 */
export class LossDetector {
  readonly #options: LossDetectorOptions;
  #heard = 0;
  /**
   * Expected start, in seconds, of the next block, or of the first block that is held back. NaN until a block arrives.
   */
  #expected = Number.NaN;
  #pieces: Float32Array[] = [];
  #heldSeconds = 0;
  #lead = Number.POSITIVE_INFINITY;

  constructor(options: LossDetectorOptions) {
    this.#options = options;
  }

  /**
   * Holds late sound back until a loss is confirmed or ruled out.
   * @param beginsAt start time of the first sample, in seconds of any clock
   */
  push(samples: Float32Array, beginsAt: number): CapturePiece[] {
    const seconds = samples.length / this.#options.sampleRate;
    this.#heard += seconds;
    const lead = beginsAt - (Number.isNaN(this.#expected) ? beginsAt : this.#expected + this.#heldSeconds);
    if (this.#pieces.length > 0) return this.#settle(samples, seconds, lead);
    if (lead >= this.#options.threshold && this.#heard > settlingSeconds) return this.#hold(samples, seconds, lead);
    const isSettling = this.#heard <= settlingSeconds || Number.isNaN(this.#expected);
    this.#expected = lead < 0 || isSettling ? beginsAt + seconds : this.#expected + seconds + lead * driftCorrection;
    return [{ kind: "sound", samples }];
  }

  #hold(samples: Float32Array, seconds: number, lead: number): CapturePiece[] {
    this.#pieces.push(samples);
    this.#heldSeconds += seconds;
    this.#lead = Math.min(this.#lead, lead);
    return this.#heldSeconds < confirmSeconds ? [] : this.#release(this.#lead);
  }

  #settle(samples: Float32Array, seconds: number, lead: number): CapturePiece[] {
    if (lead >= this.#options.threshold) return this.#hold(samples, seconds, lead);
    this.#pieces.push(samples);
    this.#heldSeconds += seconds;
    return this.#release(0);
  }

  #release(lost: number): CapturePiece[] {
    const sound = this.#pieces.map((samples): CapturePiece => ({ kind: "sound", samples }));
    this.#expected += this.#heldSeconds + lost;
    this.#pieces = [];
    this.#heldSeconds = 0;
    this.#lead = Number.POSITIVE_INFINITY;
    return lost > 0 ? [{ kind: "lost", seconds: lost }, ...sound] : sound;
  }
}
