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

/** Why a recording ended by itself: no sound arrives any more, or it reached `longestTakeSeconds`. */
export type InterruptionReason = "lost" | "limit";

export type StartOptions = {
  /**
   * The moment from which to keep what the microphone heard, in ms of `performance.now()`; up to 2 s back. Give the
   * moment at which the original ended: nothing said since is lost, however late the page calls, and what the
   * microphone heard of the original is left out (up to the last tenth of a second, which is still in the buffers
   * then). Without it, recording begins now.
   */
  since?: number;
  /** Comes for every 20 ms of sound, a few at a time. */
  onLevel?(level: Level): void;
  /** Comes with the sound itself at `takeSampleRate`, without a repeat, and with what was lost of it. */
  onBlock?(samples: Float32Array, losses: readonly SampleLoss[]): void;
  /** Comes at most once; `finish` then gives what was recorded until then. */
  onInterrupted?(reason: InterruptionReason): void;
};

/** `firstSampleAt` is the moment of the first recorded sample, in ms of `performance.now()`. */
export type StartResult = { outcome: "recording"; firstSampleAt: number } | { outcome: "cancelled" };

/** The one owner of the microphone. Every rejection is a `RecorderError`. */
export type Recorder = {
  /** Opens the microphone, or makes sure that it is still open. Call it in a user's gesture. */
  warmUp(): Promise<MicrophoneFacts>;
  /** Begins a take, at once when warm. Settles when the first sound has arrived. A running take is cancelled. */
  start(options?: StartOptions): Promise<StartResult>;
  /**
   * Ends the take and gives it, with everything that was said until the moment of the call; rejects with "lost" when
   * nothing was recorded.
   */
  finish(): Promise<FinishedRecording>;
  /** Throws the running take away; the microphone stays open. */
  cancel(): void;
  /** Throws the running take away and closes the microphone; `warmUp` and `start` open it again. */
  release(): void;
  /** Releases for good. */
  dispose(): void;
};

/** A take left running forgotten must not fill the memory; no segment needs more. In seconds. */
export const maxRecordingSeconds = 600;
/** How long the first sound may take when warm, in ms: a busy machine is late with it, and nothing is lost meanwhile. */
const firstSampleTimeoutMs = 5_000;
/** Sound that does not arrive for so long while a take runs does not arrive any more, in ms: five looks in a row. */
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
    try {
      // Without an await when warm, so that not even a task passes before the microphone hears of it.
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

  /** Looks for a microphone that says nothing any more; counted in looks, since a page that stands still has none. */
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

  /** @param saidUntil the moment whose sound is still to be waited for, in ms of `performance.now()`. */
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

/** Makes the recorder for what the learner hears with; nothing is asked of the browser before `warmUp` or `start`. */
export function createRecorderFor(listening: ListeningDevice): Recorder {
  return createRecorder((listeners) => openMicrophone(listeners, listening));
}

/**
 * Makes the recorder; nothing is asked of the browser before `warmUp` or `start`.
 * @param open for tests, which have no microphone
 */
export function createRecorder(open: typeof openMicrophone = openMicrophone): Recorder {
  return new WebRecorder(open);
}
