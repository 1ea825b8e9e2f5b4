import type { LoopRange } from "../../../domain/practice/practice.ts";
import type { PlayerError } from "./player-error.ts";

/** `type` is a media type, such as "audio/mpeg". */
export type EncodedAudio = { data: ArrayBuffer; type: string };

export type PlaybackOptions = {
  /** The pitch stays the same. */
  rate?: number;
  /** Null plays to the end. */
  loop?: LoopRange | null;
};

/** In seconds; `duration` is 0 while it is unknown. */
export type MediaTime = { currentTime: number; duration: number };

/** Listeners of one playback. None is called after `stop` or after a new playback starts. */
export type PlaybackListeners = {
  onProgress?(time: MediaTime): void;
  /** `endedAt` is the time of the last sound, in ms of `performance.now()`. */
  onEnded?(end: { endedAt: number }): void;
  /** A failure before the start rejects the promise of `play` instead. */
  onFailed?(error: PlayerError): void;
};

/** A new playback stops the previous one. */
export type Player = {
  /**
   * Resolves to "superseded" if, for example, another playback comes first.
   * @throws {PlayerError}
   */
  play(sound: EncodedAudio, listeners?: PlaybackListeners, manner?: PlaybackOptions): Promise<"started" | "superseded">;
  /** Ignored without a playback. */
  setRate(rate: number): void;
  /** Null plays to the end. Ignored without a playback. */
  setLoop(loop: LoopRange | null): void;
  /** Cancels the playback if it has not started yet. */
  pause(): void;
  /** @returns false if there is no playback */
  resume(): boolean;
  stop(): void;
  /** Seeks to a fraction of the whole, 0 to 1, limited to the loop. */
  seek(fraction: number): void;
  readonly currentTime: number;
  readonly duration: number;
  dispose(): void;
};

export const metadataTimeoutMs = 5_000;
