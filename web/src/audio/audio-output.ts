import { hasTrackProcessor } from "./track-processor.ts";

/** Routes a media element's audio to the loudspeakers. */
export type AudioOutput = {
  /** Starts output, and settles when output runs. Call this in a user gesture, because browsers require one. */
  open(): Promise<void>;
  /** Stops output at once, including buffered audio. */
  suspend(): void;
  /**
   * Returns the time at which the last sound of an ended element leaves the loudspeakers, possibly in the future. Both
   * times are in ms of `performance.now()`.
   * @param endedAt the time of the "ended" event
   */
  lastHeardAt(endedAt: number): number;
  /** Releases the device. Repeated calls do nothing. */
  dispose(): void;
};

/** Requested block length of the output device, in seconds; the device buffers up to three blocks. */
const blockSeconds = 0.1;
/** The number of latest samples that may contain the last sound. This is the maximum that an analyser stores. */
const analysedSamples = 32_768;

/** The browser's own output. The element's "ended" event comes after the last sound. */
const directOutput: AudioOutput = {
  open: async () => undefined,
  suspend: () => undefined,
  lastHeardAt: (endedAt) => endedAt,
  dispose: () => undefined,
};

/** Returns the end of the rendered audio in context seconds, and its last samples. */
function readLatestSamples(context: AudioContext, analyser: AnalyserNode): { until: number; samples: Float32Array } {
  const samples = new Float32Array(analyser.fftSize);
  // Rendering runs in parallel. If the time is the same before and after the read, the samples belong to that time.
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
  /** In ms of `performance.now()`. */
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
    // Ignores a failure: an output that cannot be suspended, such as a closed one, plays nothing.
    this.#switchTo("suspended").catch(() => undefined);
  }

  lastHeardAt(endedAt: number): number {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp();
    if (performanceTime === 0) return endedAt;
    const { until, samples } = readLatestSamples(this.#context, this.#analyser);
    const silent = samples.length - 1 - samples.findLastIndex((sample) => sample !== 0);
    const heardAt = performanceTime + (until - silent / this.#context.sampleRate - contextTime) * 1_000;
    // If all analysed samples are silent, for example after a seek to the end, `heardAt` may be too early.
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

  /**
   * Waits for each state change before it requests the next one. If `suspend` is called during a resume, Chromium
   * reports "running" although the context stays suspended.
   */
  async #switch(): Promise<void> {
    let reached: "running" | "suspended" | undefined;
    while (reached !== this.#wanted && this.#context.state !== "closed") {
      reached = this.#wanted;
      await (reached === "running" ? this.#context.resume() : this.#context.suspend());
    }
  }
}

/**
 * Creates the output of an element; an element can have only one. Chromium plays a media element in short blocks, which
 * stutter on a busy machine. An audio context can use longer blocks. Other browsers use their own output.
 * Why: docs/decisions/0055-long-audio-blocks.md
 */
export function createAudioOutput(element: HTMLMediaElement): AudioOutput {
  if (!hasTrackProcessor()) return directOutput;
  // Created early, because opening a device takes tens of ms. Not created before the first gesture, because the browser
  // may then block the context.
  let steady = navigator.userActivation.hasBeenActive ? new BufferedOutput(element) : undefined;
  // Suspends the context, which may have started at once. A running context would keep the device open to play silence.
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
