import type { Part } from "../../../domain/practice/practice.ts";
import type { Manner, PlaybackListeners, Player, Sound } from "../../../web/src/audio/player.ts";
import { PlayerError, type PlayerErrorCode } from "../../../web/src/audio/player-error.ts";

type BegunSound = { sound: Sound; listeners: PlaybackListeners; manner: Manner };

/** A player whose sounds begin in a later task; what is heard, and how, can be looked at, and ends when the test says so. */
export class FakePlayer implements Player {
  /** Everything that was begun, oldest first. */
  readonly begun: BegunSound[] = [];
  /** How sounds are refused that the browser cannot play. */
  readonly refusals = new Map<Sound, PlayerErrorCode>();
  rate = 1;
  loop: Part | null = null;
  held = false;
  soughtTo: number | undefined;
  disposed = false;
  readonly currentTime = 0;
  readonly duration = 0;
  #present: BegunSound | undefined;

  /** What is heard, or held; undefined if nothing is. */
  get heard(): Sound | undefined {
    return this.#present?.sound;
  }

  async play(sound: Sound, listeners: PlaybackListeners = {}, manner: Manner = {}) {
    const playback = { sound, listeners, manner };
    this.#present = playback;
    this.begun.push(playback);
    this.rate = manner.rate ?? 1;
    this.loop = manner.loop ?? null;
    this.held = false;
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#present !== playback) return "superseded";
    const refusal = this.refusals.get(sound);
    if (!refusal) return "started";
    this.#present = undefined;
    throw new PlayerError(refusal);
  }

  progress(currentTime: number, duration: number) {
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

  setLoop(loop: Part | null) {
    if (this.#present) this.loop = loop;
  }

  pause() {
    this.held = this.#present !== undefined;
  }

  resume() {
    this.held = false;
    return this.#present !== undefined;
  }

  stop() {
    this.#present = undefined;
  }

  seek(fraction: number) {
    this.soughtTo = fraction;
  }

  dispose() {
    this.stop();
    this.disposed = true;
  }
}
