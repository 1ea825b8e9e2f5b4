import { hasTrackProcessor } from "./track-processor.ts";

/** The way of a media element's sound to the loudspeakers. */
export type AudioOutput = {
  /** Lets sound through. To be called in a user's gesture; settles when it does. */
  open(): Promise<void>;
  /** Lets nothing through any more, not even what is on its way. */
  suspend(): void;
  /**
   * When the last sound of an element that has ended is heard, which may be yet to come.
   * @param endedAt when the element said so; all moments are in ms of `performance.now()`
   */
  lastHeardAt(endedAt: number): number;
  /** Shuts for good; may be called again. */
  dispose(): void;
};

/** Length of the blocks that the loudspeakers' device is given, in seconds; it holds up to three. */
const blockSeconds = 0.1;
/** How far back the last sound is looked for, in samples: the most that the browser keeps. */
const analysedSamples = 32_768;

/** As the browser does it by itself: what has ended was heard. */
const directOutput: AudioOutput = {
  open: async () => undefined,
  suspend: () => undefined,
  lastHeardAt: (endedAt) => endedAt,
  dispose: () => undefined,
};

/** The moment up to which a context has rendered, in its own seconds, and what it rendered last. */
function readLatestSamples(context: AudioContext, analyser: AnalyserNode): { until: number; samples: Float32Array } {
  const samples = new Float32Array(analyser.fftSize);
  // Rendering goes on beside the page, block by block; between two of them both are of one moment.
  for (;;) {
    const until = context.currentTime;
    analyser.getFloatTimeDomainData(samples);
    if (context.currentTime === until) return { until, samples };
  }
}

class BufferedOutput implements AudioOutput {
  readonly #context: AudioContext;
  readonly #analyser: AnalyserNode;
  #wanted: "running" | "suspended" = "suspended";
  #switching: Promise<void> | undefined;
  /** When sound was let through last, in ms of `performance.now()`. */
  #openedAt = 0;

  constructor(element: HTMLMediaElement) {
    this.#context = new AudioContext({ latencyHint: blockSeconds });
    this.#analyser = new AnalyserNode(this.#context, { fftSize: analysedSamples });
    this.#context.createMediaElementSource(element).connect(this.#analyser).connect(this.#context.destination);
  }

  open(): Promise<void> {
    this.#openedAt = performance.now();
    return this.#switchTo("running");
  }

  suspend(): void {
    // A device that cannot be stopped has nothing to play either.
    this.#switchTo("suspended").catch(() => undefined);
  }

  lastHeardAt(endedAt: number): number {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp();
    if (performanceTime === 0) return endedAt;
    const { until, samples } = readLatestSamples(this.#context, this.#analyser);
    const silent = samples.length - 1 - samples.findLastIndex((sample) => sample !== 0);
    const heardAt = performanceTime + (until - silent / this.#context.sampleRate - contextTime) * 1_000;
    // What was skipped to its end was rendered as silence alone, as what came before it was.
    return Math.max(this.#openedAt, heardAt);
  }

  dispose(): void {
    void this.#context.close();
  }

  #switchTo(wanted: "running" | "suspended"): Promise<void> {
    this.#wanted = wanted;
    this.#switching ??= this.#switch().finally(() => {
      this.#switching = undefined;
    });
    return this.#switching;
  }

  /** One change after the other: Chromium, asked to suspend while it resumes, then says that it runs and stands still. */
  async #switch(): Promise<void> {
    let reached: "running" | "suspended" | undefined;
    while (reached !== this.#wanted && this.#context.state !== "closed") {
      reached = this.#wanted;
      await (reached === "running" ? this.#context.resume() : this.#context.suspend());
    }
  }
}

/**
 * Makes the way for an element, which is to go no other. Chromium gives a media element's sound to the device in blocks of
 * 20 ms, whose length a page cannot choose, and is too late for them on a busy machine; an audio context's can be longer.
 * Elsewhere the browser's own way is steady.
 */
export function createAudioOutput(element: HTMLMediaElement): AudioOutput {
  if (!hasTrackProcessor()) return directOutput;
  // Asking after the device takes tens of ms, which nobody waits for yet. A context made before any gesture may not sound.
  let steady = navigator.userActivation.hasBeenActive ? new BufferedOutput(element) : undefined;
  // Where it may sound it does from the first, and would hold the device open for silence.
  steady?.suspend();
  return {
    open: () => {
      steady ??= new BufferedOutput(element);
      return steady.open();
    },
    suspend: () => steady?.suspend(),
    lastHeardAt: (endedAt) => steady?.lastHeardAt(endedAt) ?? endedAt,
    dispose: () => {
      steady?.dispose();
      steady = undefined;
    },
  };
}
