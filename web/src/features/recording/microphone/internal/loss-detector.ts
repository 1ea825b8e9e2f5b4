/** A block of sound, or how much was lost before the next one, in seconds. */
export type CapturePiece = { kind: "sound"; samples: Float32Array } | { kind: "lost"; seconds: number };

export type LossDetectorOptions = {
  /** Of the samples, in Hz. */
  sampleRate: number;
  /** What a block's time may differ from where it should be before sound counts as lost, in seconds. */
  threshold: number;
};

/** A block whose time is late is believed once what follows is late too, for so long, in seconds. */
const confirmSeconds = 0.3;
/** A device that was just opened may date its first blocks as it likes; in seconds. */
const settlingSeconds = 0.5;
/** Part of a small difference that is followed with each block: clocks of devices run a little fast or slow. */
const driftCorrection = 0.001;

/**
 * Finds where sound was lost, by the times that come with it: they leap ahead and stay there. A block that is merely dated
 * late, as a busy machine does it, is followed by blocks that are in time again, and nothing is missing.
 */
export class LossDetector {
  readonly #options: LossDetectorOptions;
  #heard = 0;
  /** When the next block should begin, in seconds; not known before the first one. */
  #expected = Number.NaN;
  #held: Float32Array[] = [];
  #heldSeconds = 0;
  #lead = Number.POSITIVE_INFINITY;

  constructor(options: LossDetectorOptions) {
    this.#options = options;
  }

  /**
   * @param beginsAt time of the first sample, in seconds of whatever clock
   * @returns what can be told apart by now, in order; sound may be held back for `confirmSeconds`
   */
  push(samples: Float32Array, beginsAt: number): CapturePiece[] {
    const seconds = samples.length / this.#options.sampleRate;
    this.#heard += seconds;
    const lead = beginsAt - (Number.isNaN(this.#expected) ? beginsAt : this.#expected + this.#heldSeconds);
    if (this.#held.length > 0) return this.#settle(samples, seconds, lead);
    if (lead >= this.#options.threshold && this.#heard > settlingSeconds) return this.#hold(samples, seconds, lead);
    const isSettling = this.#heard <= settlingSeconds || Number.isNaN(this.#expected);
    this.#expected = lead < 0 || isSettling ? beginsAt + seconds : this.#expected + seconds + lead * driftCorrection;
    return [{ kind: "sound", samples }];
  }

  #hold(samples: Float32Array, seconds: number, lead: number): CapturePiece[] {
    this.#held.push(samples);
    this.#heldSeconds += seconds;
    this.#lead = Math.min(this.#lead, lead);
    return this.#heldSeconds < confirmSeconds ? [] : this.#release(this.#lead);
  }

  #settle(samples: Float32Array, seconds: number, lead: number): CapturePiece[] {
    if (lead >= this.#options.threshold) return this.#hold(samples, seconds, lead);
    this.#held.push(samples);
    this.#heldSeconds += seconds;
    return this.#release(0);
  }

  #release(lost: number): CapturePiece[] {
    const sound = this.#held.map((samples): CapturePiece => ({ kind: "sound", samples }));
    this.#expected += this.#heldSeconds + lost;
    this.#held = [];
    this.#heldSeconds = 0;
    this.#lead = Number.POSITIVE_INFINITY;
    return lost > 0 ? [{ kind: "lost", seconds: lost }, ...sound] : sound;
  }
}
