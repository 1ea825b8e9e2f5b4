import type { LoopRange } from "../../../domain/practice/practice.ts";
import type { PlayerError } from "./player-error.ts";

/** Encoded audio with its media type, such as "audio/mpeg". */
export type EncodedAudio = { data: ArrayBuffer; type: string };

/** How a sound is heard. */
export type PlaybackOptions = {
  /** 1 is as it was spoken; the pitch is kept at any. */
  rate?: number;
  /** What is gone round in, from one fraction of the whole to a greater one; null to play to the end. */
  loop?: LoopRange | null;
};

/** Both in seconds; `duration` is 0 while it is not known. */
export type MediaTime = { currentTime: number; duration: number };

/** Reports of one playback; none comes after it was stopped or another one began. */
export type PlaybackListeners = {
  /** Comes with every animation frame. */
  onProgress?(time: MediaTime): void;
  /** `endedAt` is in ms of `performance.now()`, fit for the recorder's `since`. */
  onEnded?(end: { endedAt: number }): void;
  /** Comes when a playback that had begun breaks off. */
  onFailed?(error: PlayerError): void;
};

/** The one owner of playback: whatever begins stops what played before. */
export type Player = {
  /**
   * Plays from the beginning, or that of its loop. Settles when sound begins, or with "superseded" when it was stopped or
   * replaced before.
   * @throws {PlayerError}
   */
  play(sound: EncodedAudio, listeners?: PlaybackListeners, manner?: PlaybackOptions): Promise<"started" | "superseded">;
  /** Changes how fast what plays is heard, with its pitch kept: 1 is as it was spoken. Ignored while nothing plays. */
  setRate(rate: number): void;
  /** Changes what is gone round in; without a loop, what plays goes on to its end. Ignored while nothing plays. */
  setLoop(loop: LoopRange | null): void;
  /** Holds what plays where it is; what has not begun is stopped. */
  pause(): void;
  /** Lets go on what is held. @returns whether there is anything. */
  resume(): boolean;
  /** Stops without a report. */
  stop(): void;
  /** Moves to a part of the whole, 0 to 1, or the nearest place in the loop; ignored while nothing plays. */
  seek(fraction: number): void;
  readonly currentTime: number;
  readonly duration: number;
  /** Stops for good. */
  dispose(): void;
};

/** Time within which a sound's metadata must be there, in ms. */
export const metadataTimeoutMs = 5_000;
