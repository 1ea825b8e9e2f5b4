import type {
  Recorder,
  StartOptions,
  StartResult,
} from "../../../../web/src/features/recording/microphone/recorder.ts";
import {
  RecorderError,
  type RecorderErrorCode,
} from "../../../../web/src/features/recording/microphone/recorder-error.ts";
import type { SampleLoss } from "../../../../web/src/features/recording/microphone/recording-buffer.ts";
import {
  createRecordingBuffer,
  measureLevel,
} from "../../../../web/src/features/recording/microphone/recording-buffer.ts";

type Running = { options: StartOptions; started: PromiseWithResolvers<StartResult>; interrupted: boolean };

export class FakeRecorder implements Recorder {
  refusal: RecorderErrorCode | undefined;
  /** Resolves when the learner has answered the browser's prompt. */
  answered: Promise<void> = Promise.resolve();
  isOpen = false;
  warmedUp = 0;
  disposed = false;
  #running: Running | undefined;
  #buffer = createRecordingBuffer();

  get options(): StartOptions | undefined {
    return this.#running?.options;
  }

  async warmUp() {
    this.warmedUp += 1;
    await this.answered;
    if (this.refusal) throw new RecorderError(this.refusal);
    this.isOpen = true;
    return { settings: {} };
  }

  async start(options: StartOptions = {}): Promise<StartResult> {
    this.cancel();
    const running = { options, started: Promise.withResolvers<StartResult>(), interrupted: false };
    this.#running = running;
    this.#buffer = createRecordingBuffer();
    await this.warmUp();
    return running.started.promise;
  }

  hear(
    samples: Float32Array,
    { lateMs = 0, losses = [] }: { lateMs?: number; losses?: readonly SampleLoss[] } = {},
  ): void {
    const running = this.#running;
    if (!running) return;
    this.#buffer.add(samples, losses);
    running.started.resolve({ outcome: "recording", firstSampleAt: (running.options.since ?? 0) + lateMs });
    running.options.onBlock?.(samples, losses);
    running.options.onLevel?.(measureLevel(samples));
  }

  interrupt(reason: "lost" | "limit"): void {
    if (!this.#running) return;
    this.#running.interrupted = true;
    this.#running.options.onInterrupted?.(reason);
  }

  async finish() {
    const running = this.#running;
    this.#running = undefined;
    await new Promise((resolve) => setTimeout(resolve));
    if (!running || this.#buffer.durationSeconds() === 0) throw new RecorderError("lost");
    return this.#buffer.toRecording(running.interrupted);
  }

  cancel(): void {
    this.#running?.started.resolve({ outcome: "cancelled" });
    this.#running = undefined;
  }

  release(): void {
    this.cancel();
    this.isOpen = false;
  }

  dispose(): void {
    this.release();
    this.disposed = true;
  }
}
