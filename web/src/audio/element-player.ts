import type { LoopRange } from "../../../domain/practice/practice.ts";
import { type AudioOutput, createAudioOutput } from "./audio-output.ts";
import { loopSeekTarget } from "./loop.ts";
import {
  type EncodedAudio,
  metadataTimeoutMs,
  type PlaybackListeners,
  type PlaybackOptions,
  type Player,
} from "./player.ts";
import { PlayerError, type PlayerErrorCode, toPlayerError } from "./player-error.ts";

type ActivePlayback = {
  url: string;
  listeners: PlaybackListeners;
  hasStarted: boolean;
  isPaused: boolean;
  /** In ms of `performance.now()`. Undefined before the end of the audio. */
  lastHeardAt?: number;
  loop: LoopRange | null;
  abortController: AbortController;
};

function waitForMetadata(element: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PlayerError("undecodable")), metadataTimeoutMs);
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    element.addEventListener("loadedmetadata", settle, { signal, once: true });
    signal.addEventListener("abort", settle, { once: true });
  });
}

/**
 * Uses a media element, not an AudioBufferSourceNode. An element can seek, keep the pitch at another rate, and decode
 * during playback. A player reuses one element, because some phones play only an element that a gesture has unlocked.
 */
class ElementPlayer implements Player {
  readonly #element: HTMLAudioElement;
  readonly #output: AudioOutput;
  readonly #listening = new AbortController();
  #playback: ActivePlayback | undefined;
  #frame = 0;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLAudioElement, output: AudioOutput) {
    this.#element = element;
    this.#output = output;
    element.preservesPitch = true;
    const { signal } = this.#listening;
    element.addEventListener("loadedmetadata", () => this.#applyLoop(), { signal });
    // Hidden tabs get no animation frames, but they get this event.
    element.addEventListener("timeupdate", () => this.#applyLoop(), { signal });
    element.addEventListener("ended", (event) => this.#end(event.timeStamp), { signal });
    element.addEventListener("error", () => this.#fail("undecodable"), { signal });
    element.addEventListener("pause", () => this.#onPause(), { signal });
  }

  get currentTime(): number {
    return this.#playback ? this.#element.currentTime : 0;
  }

  get duration(): number {
    return this.#playback && Number.isFinite(this.#element.duration) ? this.#element.duration : 0;
  }

  async play(
    sound: EncodedAudio,
    listeners: PlaybackListeners = {},
    manner: PlaybackOptions = {},
  ): Promise<"started" | "superseded"> {
    const { rate = 1, loop = null } = manner;
    this.stop();
    if (this.#listening.signal.aborted) return "superseded";
    if (sound.data.byteLength === 0) throw new PlayerError("empty");
    const url = URL.createObjectURL(new Blob([sound.data], { type: sound.type }));
    const playback: ActivePlayback = {
      url,
      listeners,
      hasStarted: false,
      isPaused: false,
      loop,
      abortController: new AbortController(),
    };
    this.#playback = playback;
    this.#element.src = url;
    // A new source resets the rate to the default.
    this.#element.defaultPlaybackRate = rate;
    this.setRate(rate);
    try {
      // Calls `play` before the first await, while the browser still counts the user gesture.
      await Promise.all([
        this.#element.play(),
        this.#output.open(),
        waitForMetadata(this.#element, playback.abortController.signal),
      ]);
    } catch (reason) {
      if (this.#playback !== playback) return "superseded";
      this.stop();
      throw toPlayerError(reason);
    }
    if (this.#playback !== playback) return "superseded";
    playback.hasStarted = true;
    this.#trackProgress(playback);
    return "started";
  }

  setRate(rate: number): void {
    if (this.#playback) this.#element.playbackRate = rate;
  }

  setLoop(loop: LoopRange | null): void {
    if (this.#playback) this.#playback.loop = loop;
    this.#applyLoop();
  }

  pause(): void {
    if (!this.#playback?.hasStarted) {
      this.stop();
      return;
    }
    this.#playback.isPaused = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#ending);
    this.#element.pause();
  }

  resume(): boolean {
    const playback = this.#playback;
    if (!playback) return false;
    playback.isPaused = false;
    if (playback.lastHeardAt !== undefined) {
      this.#endWhenHeard(playback, playback.lastHeardAt);
      return true;
    }
    this.#resumeElement();
    this.#trackProgress(playback);
    return true;
  }

  stop(): void {
    const playback = this.#playback;
    if (!playback) return;
    this.#playback = undefined;
    clearTimeout(this.#ending);
    playback.abortController.abort();
    this.#output.suspend();
    this.#element.pause();
    this.#element.removeAttribute("src");
    // Without this call the element keeps the old audio in memory.
    this.#element.load();
    URL.revokeObjectURL(playback.url);
  }

  seek(fraction: number): void {
    if (!this.#playback || this.#playback.lastHeardAt !== undefined || this.duration === 0) return;
    const { from, to } = this.#playback.loop ?? { from: 0, to: 1 };
    this.#element.currentTime = Math.max(from, Math.min(to, fraction)) * this.duration;
    this.#reportProgress();
  }

  dispose(): void {
    this.stop();
    this.#listening.abort();
    this.#output.dispose();
  }

  #trackProgress(playback: ActivePlayback): void {
    if (this.#playback !== playback) return;
    this.#applyLoop();
    this.#reportProgress();
    this.#frame = requestAnimationFrame(() => this.#trackProgress(playback));
  }

  #reportProgress(): void {
    this.#playback?.listeners.onProgress?.({ currentTime: this.currentTime, duration: this.duration });
  }

  #applyLoop(): void {
    const { loop, isPaused } = this.#playback ?? { loop: null, isPaused: false };
    // The handler of "ended" restarts the loop. A seek before that event would look like an interruption.
    if (this.#element.ended) return;
    const target = loop && !isPaused ? loopSeekTarget(loop, this) : null;
    if (target !== null) this.#element.currentTime = target;
  }

  #resumeElement(): void {
    const playback = this.#playback;
    this.#element.play().catch((reason) => {
      if (this.#playback === playback && !playback?.isPaused) this.#fail(toPlayerError(reason).code);
    });
  }

  #end(endedAt: number): void {
    const playback = this.#playback;
    if (!playback) return;
    if (playback.loop) {
      this.#element.currentTime = playback.loop.from * this.duration;
      if (!playback.isPaused) this.#resumeElement();
      return;
    }
    this.#reportProgress();
    playback.lastHeardAt = this.#output.lastHeardAt(endedAt);
    if (!playback.isPaused) this.#endWhenHeard(playback, playback.lastHeardAt);
  }

  #endWhenHeard(playback: ActivePlayback, lastHeardAt: number): void {
    const end = () => {
      this.stop();
      playback.listeners.onEnded?.({ endedAt: lastHeardAt });
    };
    const waitMs = lastHeardAt - performance.now();
    if (waitMs > 0) this.#ending = setTimeout(end, waitMs);
    else end();
  }

  #fail(code: PlayerErrorCode): void {
    // A failure before the start is reported by the promise of `play`.
    if (!this.#playback?.hasStarted) return;
    const { listeners } = this.#playback;
    const error = new PlayerError(code, { cause: this.#element.error ?? undefined });
    this.stop();
    listeners.onFailed?.(error);
  }

  #onPause(): void {
    // Playback has run slightly past the last reported frame.
    if (this.#playback?.isPaused) this.#reportProgress();
    // Reaching the end also fires "pause", just before "ended".
    if (!this.#playback || this.#playback.isPaused) return;
    if (this.#element.paused && !this.#element.ended) this.#fail("interrupted");
  }
}

/** @param outputOf a replacement for tests, which have no loudspeakers */
export function createPlayer(outputOf: typeof createAudioOutput = createAudioOutput): Player {
  const element = new Audio();
  return new ElementPlayer(element, outputOf(element));
}
