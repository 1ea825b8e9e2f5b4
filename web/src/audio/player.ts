import type { LoopRange } from "../../../domain/practice/practice.ts";
import type { PlayerError } from "./player-error.ts";

/** Encoded audio with its media type, such as "audio/mpeg". */
export type EncodedAudio = { data: ArrayBuffer; type: string };

export type PlaybackOptions = {
  /** 1 is the original speed. The pitch is the same at any rate. */
  rate?: number;
  /** The part to repeat, as fractions of the whole; null plays to the end. */
  loop?: LoopRange | null;
};

/** In seconds; `duration` is 0 while it is unknown. */
export type MediaTime = { currentTime: number; duration: number };

/** Listeners of one playback; none is called after a stop or a new playback. */
export type PlaybackListeners = {
  /** Called in every animation frame during playback, and after a seek, a pause and the end of the audio. */
  onProgress?(time: MediaTime): void;
  /** `endedAt` is the time of the last sound, in ms of `performance.now()`. */
  onEnded?(end: { endedAt: number }): void;
  /** Called when a started playback fails. */
  onFailed?(error: PlayerError): void;
};

/** Owns all playback: a new playback stops the previous one. */
export type Player = {
  /**
   * Plays from the start of the audio, or of its loop. Settles with "started" when playback starts, or with
   * "superseded" if a stop or another playback comes first.
   * @throws {PlayerError}
   */
  play(sound: EncodedAudio, listeners?: PlaybackListeners, manner?: PlaybackOptions): Promise<"started" | "superseded">;
  /** Sets the speed, 1 being the original one. Ignored without a playback. */
  setRate(rate: number): void;
  /** Sets the part to repeat; null plays to the end. Ignored without a playback. */
  setLoop(loop: LoopRange | null): void;
  /** Pauses playback. If the audio is still loading, cancels the playback instead. */
  pause(): void;
  /** Resumes a paused playback. @returns false if there is no playback */
  resume(): boolean;
  /** Stops without calling a listener. */
  stop(): void;
  /**
   * Seeks to a fraction of the whole, 0 to 1, limited to the loop. Ignored without a playback, after the end of the
   * audio, and while the duration is unknown.
   */
  seek(fraction: number): void;
  readonly currentTime: number;
  readonly duration: number;
  dispose(): void;
};

/** Timeout for an audio file's metadata, in ms. */
export const metadataTimeoutMs = 5_000;
