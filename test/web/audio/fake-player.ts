import type { LoopRange } from "../../../domain/practice/practice.ts";
import type { EncodedAudio, PlaybackListeners, PlaybackOptions, Player } from "../../../web/src/audio/player.ts";
import { PlayerError, type PlayerErrorCode } from "../../../web/src/audio/player-error.ts";

type StartedPlayback = { sound: EncodedAudio; listeners: PlaybackListeners; manner: PlaybackOptions };

/** Playback starts in a later task. */
export class FakePlayer implements Player {
  /** The requested playbacks, oldest first, including refused and superseded playbacks. */
  readonly begun: StartedPlayback[] = [];
  readonly refusals = new Map<EncodedAudio, PlayerErrorCode>();
  rate = 1;
  loop: LoopRange | null = null;
  isPaused = false;
  soughtTo: number | undefined;
  disposed = false;
  readonly currentTime = 0;
  readonly duration = 0;
  #present: StartedPlayback | undefined;
  #presentDuration = 0;

  /** The audio that is starting, playing or paused. */
  get heard(): EncodedAudio | undefined {
    return this.#present?.sound;
  }

  async play(sound: EncodedAudio, listeners: PlaybackListeners = {}, manner: PlaybackOptions = {}) {
    const playback = { sound, listeners, manner };
    this.#present = playback;
    this.#presentDuration = 0;
    this.begun.push(playback);
    this.rate = manner.rate ?? 1;
    this.loop = manner.loop ?? null;
    this.isPaused = false;
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#present !== playback) return "superseded";
    const refusal = this.refusals.get(sound);
    if (!refusal) return "started";
    this.#present = undefined;
    throw new PlayerError(refusal);
  }

  progress(currentTime: number, duration: number) {
    this.#presentDuration = duration;
    this.#present?.listeners.onProgress?.({ currentTime, duration });
  }

  end(endedAt: number) {
    const ended = this.#present;
    this.#present = undefined;
    ended?.listeners.onEnded?.({ endedAt });
  }

  breakOff(code: PlayerErrorCode) {
    const broken = this.#present;
    this.#present = undefined;
    broken?.listeners.onFailed?.(new PlayerError(code));
  }

  setRate(rate: number) {
    if (this.#present) this.rate = rate;
  }

  setLoop(loop: LoopRange | null) {
    if (this.#present) this.loop = loop;
  }

  pause() {
    this.isPaused = this.#present !== undefined;
  }

  resume() {
    this.isPaused = false;
    return this.#present !== undefined;
  }

  stop() {
    this.#present = undefined;
  }

  seek(fraction: number) {
    this.soughtTo = fraction;
    if (this.#presentDuration > 0) this.progress(fraction * this.#presentDuration, this.#presentDuration);
  }

  dispose() {
    this.stop();
    this.disposed = true;
  }
}
