import { hasTrackProcessor } from "./track-processor.ts";

export type AudioOutput = {
  /** Call this in a user gesture, because browsers may require one. */
  open(): Promise<void>;
  /** Stops audio that the output has buffered. */
  suspend(): void;
  /**
   * Returns the time, possibly in the future, at which the element's last sound leaves the loudspeakers. Times are in
   * ms of `performance.now()`.
   * @param endedAt the time of the "ended" event
   */
  lastHeardAt(endedAt: number): number;
  dispose(): void;
};

const blockSeconds = 0.1;
/** The maximum number of samples that an analyser stores. */
const analysedSamples = 32_768;

const directOutput: AudioOutput = {
  open: async () => undefined,
  suspend: () => undefined,
  lastHeardAt: (endedAt) => endedAt,
  dispose: () => undefined,
};

/** Returns the time until which audio is rendered, in seconds of the context, and the samples before that time. */
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
    // Ignores a failure, for example because the context was closed meanwhile.
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
 * Call this function once for an element. Chromium plays a media element in short blocks, which may stutter on a busy
 * machine. An audio context can use longer blocks.
 * Why: docs/decisions/0055-long-audio-blocks.md
 */
export function createAudioOutput(element: HTMLMediaElement): AudioOutput {
  if (!hasTrackProcessor()) return directOutput;
  // Created early, because opening a device takes tens of ms. Before the first gesture, the browser may block the
  // context.
  let steady = navigator.userActivation.hasBeenActive ? new BufferedOutput(element) : undefined;
  // A new context may start at once. A running context would keep the device open to play silence.
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
