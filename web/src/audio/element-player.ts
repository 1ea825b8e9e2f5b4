import type { Part } from "../../../domain/practice/practice.ts";
import { goneRoundTo } from "./loop.ts";
import { createOutput, type Output } from "./output.ts";
import { type Manner, metadataLimitMs, type PlaybackListeners, type Player, type Sound } from "./player.ts";
import { PlayerError, type PlayerErrorCode, toPlayerError } from "./player-error.ts";

type PlayingSound = {
  url: string;
  listeners: PlaybackListeners;
  begun: boolean;
  held: boolean;
  /** When its last sound is heard, once the element has come to its end. */
  lastHeardAt?: number;
  loop: Part | null;
  over: AbortController;
};

function metadataLoaded(element: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PlayerError("undecodable")), metadataLimitMs);
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    element.addEventListener("loadedmetadata", settle, { signal, once: true });
    signal.addEventListener("abort", settle, { once: true });
  });
}

/**
 * A media element rather than an AudioBufferSourceNode: it seeks, keeps the pitch at another rate, decodes as it plays,
 * and ends when the last sound was heard, not when it was scheduled. One element serves for all sounds, because a phone
 * that allowed it once in a gesture then lets it play by itself.
 */
class ElementPlayer implements Player {
  readonly #element: HTMLAudioElement;
  readonly #output: Output;
  readonly #listening = new AbortController();
  #playback: PlayingSound | undefined;
  #frame = 0;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLAudioElement, output: Output) {
    this.#element = element;
    this.#output = output;
    element.preservesPitch = true;
    const { signal } = this.#listening;
    element.addEventListener("loadedmetadata", () => this.#goRound(), { signal });
    // Where no frames are drawn, as in a tab behind others, this alone tells how far it is.
    element.addEventListener("timeupdate", () => this.#goRound(), { signal });
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

  async play(sound: Sound, listeners: PlaybackListeners = {}, manner: Manner = {}): Promise<"started" | "superseded"> {
    const { rate = 1, loop = null } = manner;
    this.stop();
    if (this.#listening.signal.aborted) return "superseded";
    if (sound.data.byteLength === 0) throw new PlayerError("empty");
    const url = URL.createObjectURL(new Blob([sound.data], { type: sound.type }));
    const playback: PlayingSound = { url, listeners, begun: false, held: false, loop, over: new AbortController() };
    this.#playback = playback;
    this.#element.src = url;
    // Another source brings the default rate back.
    this.#element.defaultPlaybackRate = rate;
    this.setRate(rate);
    try {
      // Asked for before the first await, while the gesture still counts.
      await Promise.all([
        this.#element.play(),
        this.#output.open(),
        metadataLoaded(this.#element, playback.over.signal),
      ]);
    } catch (reason) {
      if (this.#playback !== playback) return "superseded";
      this.stop();
      throw toPlayerError(reason);
    }
    if (this.#playback !== playback) return "superseded";
    playback.begun = true;
    this.#follow(playback);
    return "started";
  }

  setRate(rate: number): void {
    if (this.#playback) this.#element.playbackRate = rate;
  }

  setLoop(loop: Part | null): void {
    if (this.#playback) this.#playback.loop = loop;
    this.#goRound();
  }

  pause(): void {
    if (!this.#playback?.begun) {
      this.stop();
      return;
    }
    this.#playback.held = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#ending);
    this.#element.pause();
  }

  resume(): boolean {
    const playback = this.#playback;
    if (!playback) return false;
    playback.held = false;
    if (playback.lastHeardAt !== undefined) {
      this.#endWhenHeard(playback, playback.lastHeardAt);
      return true;
    }
    this.#goOn();
    this.#follow(playback);
    return true;
  }

  stop(): void {
    const playback = this.#playback;
    if (!playback) return;
    this.#playback = undefined;
    clearTimeout(this.#ending);
    playback.over.abort();
    this.#output.shut();
    this.#element.pause();
    this.#element.removeAttribute("src");
    // Without a load the element keeps the old sound, and its memory.
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

  #follow(playback: PlayingSound): void {
    if (this.#playback !== playback) return;
    this.#goRound();
    this.#reportProgress();
    this.#frame = requestAnimationFrame(() => this.#follow(playback));
  }

  #reportProgress(): void {
    this.#playback?.listeners.onProgress?.({ currentTime: this.currentTime, duration: this.duration });
  }

  /** Back to where the loop begins, from outside of it. */
  #goRound(): void {
    const { loop, held } = this.#playback ?? { loop: null, held: false };
    // What came to its end is told so next, and goes on from there; moved before, it would be taken for interrupted.
    if (this.#element.ended) return;
    const target = loop && !held ? goneRoundTo(loop, this) : null;
    if (target !== null) this.#element.currentTime = target;
  }

  /** The promise of what was stopped meanwhile tells nothing. */
  #goOn(): void {
    const playback = this.#playback;
    this.#element.play().catch((reason) => {
      if (this.#playback === playback && !playback?.held) this.#fail(toPlayerError(reason).code);
    });
  }

  #end(endedAt: number): void {
    const playback = this.#playback;
    if (!playback) return;
    if (playback.loop) {
      this.#element.currentTime = playback.loop.from * this.duration;
      if (!playback.held) this.#goOn();
      return;
    }
    this.#reportProgress();
    playback.lastHeardAt = this.#output.lastHeardAt(endedAt);
    if (!playback.held) this.#endWhenHeard(playback, playback.lastHeardAt);
  }

  #endWhenHeard(playback: PlayingSound, lastHeardAt: number): void {
    const end = () => {
      this.stop();
      playback.listeners.onEnded?.({ endedAt: lastHeardAt });
    };
    const waitMs = lastHeardAt - performance.now();
    if (waitMs > 0) this.#ending = setTimeout(end, waitMs);
    else end();
  }

  #fail(code: PlayerErrorCode): void {
    // Before it has begun, the promise of `play` tells.
    if (!this.#playback?.begun) return;
    const { listeners } = this.#playback;
    const error = new PlayerError(code, { cause: this.#element.error ?? undefined });
    this.stop();
    listeners.onFailed?.(error);
  }

  #onPause(): void {
    // Held sound was rendered a little further than the last frame told.
    if (this.#playback?.held) this.#reportProgress();
    // The natural end pauses too, just before it is told.
    if (!this.#playback || this.#playback.held) return;
    if (this.#element.paused && !this.#element.ended) this.#fail("interrupted");
  }
}

/**
 * Makes the player; it is silent and holds nothing until something is played.
 * @param outputOf for tests, which have no loudspeakers
 */
export function createPlayer(outputOf: typeof createOutput = createOutput): Player {
  const element = new Audio();
  return new ElementPlayer(element, outputOf(element));
}
