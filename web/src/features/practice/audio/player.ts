/** Encoded audio with its media type, such as "audio/mpeg". */
export type Sound = { data: ArrayBuffer; type: string };

/**
 * Why nothing is heard: no data, data that is no audio, a browser that wants a gesture first, or a system that took
 * the playback away (a call, a headset's button, unplugged headphones).
 */
export type PlayerErrorCode = "empty" | "undecodable" | "not-allowed" | "interrupted";

/** The only error a player gives; `cause` is what the browser said. */
export class PlayerError extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, options?: ErrorOptions) {
    super(`Playback failed: ${code}`, options);
    this.name = "PlayerError";
    this.code = code;
  }
}

/** Both in seconds; `duration` is 0 while it is not known. */
export type Position = { currentTime: number; duration: number };

/** Reports of one playback; none comes after it was stopped or another one began. */
export type PlaybackListeners = {
  /** Comes with every animation frame. */
  onProgress?(position: Position): void;
  /** `endedAt` is in ms of `performance.now()`, fit for the recorder's `since`. */
  onEnded?(end: { endedAt: number }): void;
  /** Comes when a playback that had begun breaks off. */
  onFailed?(error: PlayerError): void;
};

/** The one owner of playback: whatever begins stops what played before. */
export type Player = {
  /**
   * Plays from the beginning, at `rate` with its pitch kept (1 unless told). Settles when sound begins, or with
   * "superseded" when it was stopped or replaced before.
   * @throws {PlayerError}
   */
  play(sound: Sound, listeners?: PlaybackListeners, rate?: number): Promise<"started" | "superseded">;
  /** Changes how fast what plays is heard, with its pitch kept: 1 is as it was spoken. Ignored while nothing plays. */
  setRate(rate: number): void;
  /** Stops without a report. */
  stop(): void;
  /** Moves to a part of the whole, 0 to 1; ignored while nothing plays. */
  seek(fraction: number): void;
  readonly currentTime: number;
  readonly duration: number;
  /** Stops for good. */
  dispose(): void;
};

/** Time within which a sound's metadata must be there, in ms. */
export const metadataLimitMs = 5_000;

type Playback = { url: string; listeners: PlaybackListeners; begun: boolean; over: AbortController };

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

const codeByName: ReadonlyMap<string, PlayerErrorCode> = new Map([
  ["NotAllowedError", "not-allowed"],
  ["AbortError", "interrupted"],
]);

function toPlayerError(reason: unknown): PlayerError {
  if (reason instanceof PlayerError) return reason;
  const name = reason instanceof Error ? reason.name : "";
  return new PlayerError(codeByName.get(name) ?? "undecodable", { cause: reason });
}

/**
 * A media element rather than an AudioBufferSourceNode: it seeks, keeps the pitch at another rate, decodes as it plays,
 * and ends when the last sound was heard, not when it was scheduled. One element serves for all sounds, because a phone
 * that allowed it once in a gesture then lets it play by itself.
 */
class ElementPlayer implements Player {
  readonly #element: HTMLAudioElement;
  readonly #listening = new AbortController();
  #playback: Playback | undefined;

  constructor(element: HTMLAudioElement) {
    this.#element = element;
    element.preservesPitch = true;
    const { signal } = this.#listening;
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

  async play(sound: Sound, listeners: PlaybackListeners = {}, rate = 1): Promise<"started" | "superseded"> {
    this.stop();
    if (this.#listening.signal.aborted) return "superseded";
    if (sound.data.byteLength === 0) throw new PlayerError("empty");
    const url = URL.createObjectURL(new Blob([sound.data], { type: sound.type }));
    const playback: Playback = { url, listeners, begun: false, over: new AbortController() };
    this.#playback = playback;
    this.#element.src = url;
    // Another source brings the default rate back.
    this.#element.defaultPlaybackRate = rate;
    this.setRate(rate);
    try {
      // Asked for before the first await, while the gesture still counts.
      await Promise.all([this.#element.play(), metadataLoaded(this.#element, playback.over.signal)]);
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

  stop(): void {
    const playback = this.#playback;
    if (!playback) return;
    this.#playback = undefined;
    playback.over.abort();
    this.#element.pause();
    this.#element.removeAttribute("src");
    // Without a load the element keeps the old sound, and its memory.
    this.#element.load();
    URL.revokeObjectURL(playback.url);
  }

  seek(fraction: number): void {
    if (!this.#playback || this.duration === 0) return;
    this.#element.currentTime = Math.max(0, Math.min(1, fraction)) * this.duration;
    this.#reportProgress();
  }

  dispose(): void {
    this.stop();
    this.#listening.abort();
  }

  #follow(playback: Playback): void {
    if (this.#playback !== playback) return;
    this.#reportProgress();
    requestAnimationFrame(() => this.#follow(playback));
  }

  #reportProgress(): void {
    this.#playback?.listeners.onProgress?.({ currentTime: this.currentTime, duration: this.duration });
  }

  #end(endedAt: number): void {
    const listeners = this.#playback?.listeners;
    this.#reportProgress();
    this.stop();
    listeners?.onEnded?.({ endedAt });
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
    // The natural end pauses too, just before it is told.
    if (this.#playback && this.#element.paused && !this.#element.ended) this.#fail("interrupted");
  }
}

/** Makes the player; it is silent and holds nothing until something is played. */
export function createPlayer(): Player {
  return new ElementPlayer(new Audio());
}
