import { holdActivity } from "../../../browser/activity-lock.ts";
import { withTimeout } from "../../../browser/timing.ts";
import type { ListeningDevice } from "./chosen-microphone.ts";
import type { CaptureMessage } from "./internal/capture-messages.ts";
import { type Microphone, type MicrophoneFacts, openMicrophone } from "./internal/microphone.ts";
import { WarmMicrophone } from "./internal/warm-microphone.ts";
import { RecorderError } from "./recorder-error.ts";
import {
  createRecordingBuffer,
  type FinishedRecording,
  type Level,
  measureLevel,
  type RecordingBuffer,
  type SampleLoss,
} from "./recording-buffer.ts";

/** "lost": no sound arrives any more. "limit": the recording reached `maxRecordingSeconds`. */
export type InterruptionReason = "lost" | "limit";

export type StartOptions = {
  /**
   * The start of the recording, in ms of `performance.now()`, at most 2 s before the call. With speakers, a recording
   * that starts when the original ends may contain the original's last sound, which arrives late.
   */
  since?: number;
  /** Called for each block of sound, usually of about 20 ms. Several calls may follow each other at once. */
  onLevel?(level: Level): void;
  /** The samples are at `recordingSampleRate`. */
  onBlock?(samples: Float32Array, losses: readonly SampleLoss[]): void;
  /** Called at most once. `finish` then returns the partial recording. */
  onInterrupted?(reason: InterruptionReason): void;
};

/** `firstSampleAt` is in ms of `performance.now()`. */
export type StartResult = { outcome: "recording"; firstSampleAt: number } | { outcome: "cancelled" };

/** The promises reject with `RecorderError`. */
export type Recorder = {
  /** Opens the microphone before a recording. Requires an earlier user gesture on the page. */
  warmUp(): Promise<MicrophoneFacts>;
  /** Cancels a running recording and starts one. Resolves when the first sound has arrived, or after `cancel`. */
  start(options?: StartOptions): Promise<StartResult>;
  /** @throws {RecorderError} "lost" if nothing was recorded */
  finish(): Promise<FinishedRecording>;
  /** Keeps the microphone open. */
  cancel(): void;
  /** Cancels the recording and closes the microphone. `warmUp` and `start` open the microphone again. */
  release(): void;
  dispose(): void;
};

/** The limit keeps a forgotten recording from filling the memory. */
export const maxRecordingSeconds = 600;
/** The timeout is long, because a busy machine may deliver the first sound late without a loss. */
const firstSampleTimeoutMs = 5_000;
const stallCheckMs = 1_000;
const maxStalledChecks = 5;

type RecorderSession = {
  recordingId: number;
  options: StartOptions;
  microphone?: Microphone;
  buffer?: RecordingBuffer;
  isOver: boolean;
  started: PromiseWithResolvers<StartResult>;
  stopped: PromiseWithResolvers<void>;
};

class WebRecorder implements Recorder {
  readonly #microphone: WarmMicrophone;
  #session: RecorderSession | undefined;
  #lastRecordingId = 0;
  #disposed = false;

  constructor(open: typeof openMicrophone) {
    this.#microphone = new WarmMicrophone(open, {
      onMessage: (message) => this.#receive(message),
      onSilenced: () => this.#interrupt("lost"),
    });
  }

  async warmUp(): Promise<MicrophoneFacts> {
    const { settings } = await this.#ready();
    return { settings };
  }

  async start(options: StartOptions = {}): Promise<StartResult> {
    this.cancel();
    const session = this.#openSession(options);
    void session.stopped.promise.then(holdActivity());
    try {
      // Does not await a live microphone, so that the recording starts at once.
      const microphone = this.#microphone.live ?? (await this.#ready());
      if (this.#session === session) this.#begin(session, microphone);
      const started = await withTimeout(session.started.promise, firstSampleTimeoutMs);
      if (started !== "late") return started;
      this.#microphone.close();
      throw new RecorderError("busy");
    } catch (reason) {
      if (this.#session !== session) return { outcome: "cancelled" };
      this.#session = undefined;
      session.stopped.resolve();
      throw reason;
    }
  }

  async finish(): Promise<FinishedRecording> {
    const session = this.#session;
    if (!session) throw new RecorderError("lost");
    if (!session.isOver) this.#stop(session, performance.now());
    await session.stopped.promise;
    const interrupted = session.isOver;
    if (this.#session === session) this.cancel();
    if (!session.buffer?.durationSeconds()) throw new RecorderError("lost");
    return session.buffer.toRecording(interrupted);
  }

  cancel(): void {
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    this.#stop(session);
    session.stopped.resolve();
    session.started.resolve({ outcome: "cancelled" });
  }

  release(): void {
    this.cancel();
    this.#microphone.close();
  }

  dispose(): void {
    this.#disposed = true;
    this.release();
  }

  async #ready(): Promise<Microphone> {
    if (this.#disposed) throw new RecorderError("lost");
    return await this.#microphone.ready();
  }

  #openSession(options: StartOptions): RecorderSession {
    this.#lastRecordingId += 1;
    const session: RecorderSession = {
      recordingId: this.#lastRecordingId,
      options,
      isOver: false,
      started: Promise.withResolvers(),
      stopped: Promise.withResolvers(),
    };
    this.#session = session;
    return session;
  }

  #begin(session: RecorderSession, microphone: Microphone): void {
    const { since } = session.options;
    session.microphone = microphone;
    session.buffer = createRecordingBuffer();
    microphone.startRecording(session.recordingId, since);
    this.#watch(session);
  }

  /** Counts checks instead of time, because a frozen page runs no checks. */
  #watch(session: RecorderSession): void {
    let looks = 0;
    let known = 0;
    const look = setInterval(() => {
      const arrived = session.buffer?.durationSeconds() ?? 0;
      looks = arrived > known ? 0 : looks + 1;
      known = arrived;
      if (looks < maxStalledChecks) return;
      this.#interrupt("lost", session);
      session.stopped.resolve();
    }, stallCheckMs);
    void session.stopped.promise.then(() => clearInterval(look));
  }

  #receive(message: CaptureMessage): void {
    const session = this.#session;
    if (!session?.buffer || !session.microphone || message.recordingId !== session.recordingId) return;
    if (message.type === "stopped") {
      session.stopped.resolve();
      return;
    }
    session.buffer.add(message.samples, message.losses);
    session.started.resolve({
      outcome: "recording",
      firstSampleAt: session.microphone.toPerformanceTime(message.arrivedAt),
    });
    session.options.onBlock?.(message.samples, message.losses);
    session.options.onLevel?.(measureLevel(message.samples));
    if (session.buffer.durationSeconds() >= maxRecordingSeconds) this.#interrupt("limit");
  }

  #stop({ microphone, recordingId, stopped }: RecorderSession, saidUntil?: number): void {
    if (microphone) microphone.stopRecording(recordingId, saidUntil);
    else stopped.resolve();
  }

  #interrupt(reason: InterruptionReason, session = this.#session): void {
    if (!session?.microphone || session.isOver) return;
    session.isOver = true;
    this.#stop(session);
    if (session.buffer?.durationSeconds()) session.options.onInterrupted?.(reason);
    else session.started.reject(new RecorderError("lost"));
  }
}

export function createRecorderFor(listening: ListeningDevice): Recorder {
  return createRecorder((listeners) => openMicrophone(listeners, listening));
}

/** Only `warmUp` and `start` request the microphone. */
export function createRecorder(open: typeof openMicrophone = openMicrophone): Recorder {
  return new WebRecorder(open);
}
