import type { EncodedAudio, Player } from "../audio/player.ts";
import { createObservable, type Observable } from "../browser/observable.ts";

/** `duration` is in seconds, and 0 while it is unknown. */
export type Playhead = {
  id: string | null;
  state: "loading" | "playing" | "paused" | "idle";
  seconds: number;
  duration: number;
};

const idle: Playhead = { id: null, state: "idle", seconds: 0, duration: 0 };

export type SoundSource = { id: string; load: () => Promise<EncodedAudio> };

/** Plays one sound at a time. */
export type GuestPlayer = {
  playhead: Observable<Playhead>;
  /** Stops a sound that still loads. @param from start in seconds */
  toggle: (source: SoundSource, from?: number) => void;
  /** @param from start in seconds */
  playFrom: (source: SoundSource, from: number) => void;
  /** Stops a sound that still loads. Returns true if a sound was playing. */
  pause: () => boolean;
  resume: () => void;
  skip: (seconds: number) => void;
  seek: (seconds: number) => void;
  stop: () => void;
};

export function createGuestPlayer(player: Player, onFailed: (id: string, error: unknown) => void): GuestPlayer {
  const playhead = createObservable<Playhead>(idle);
  let turn = 0;

  const stop = () => {
    turn += 1;
    player.stop();
    playhead.set(idle);
  };
  const seek = (seconds: number) => {
    const { duration } = playhead.get();
    if (duration > 0) player.seek(Math.max(0, Math.min(1, seconds / duration)));
  };
  const begin = async ({ id, load }: SoundSource, from: number) => {
    stop();
    const mine = turn;
    const isNewest = () => mine === turn;
    playhead.set({ ...idle, id, state: "loading", seconds: from });
    const fail = (error: unknown) => {
      if (!isNewest()) return;
      stop();
      onFailed(id, error);
    };
    const listeners = {
      onProgress: ({ currentTime, duration }: { currentTime: number; duration: number }) => {
        const present = playhead.get();
        if (isNewest()) playhead.set({ ...present, seconds: currentTime, duration: duration || present.duration });
      },
      onEnded: () => isNewest() && stop(),
      onFailed: fail,
    };
    try {
      const sound = await load();
      if (!isNewest()) return;
      const outcome = await player.play(sound, listeners);
      if (outcome !== "started" || !isNewest()) return;
      playhead.set({ ...playhead.get(), state: "playing", duration: player.duration });
      if (from > 0) seek(from);
    } catch (error) {
      fail(error);
    }
  };
  const pause = () => {
    const present = playhead.get();
    if (present.state === "loading") stop();
    if (present.state !== "playing") return false;
    player.pause();
    playhead.set({ ...playhead.get(), state: "paused" });
    return true;
  };
  const resume = () => {
    if (playhead.get().state === "paused" && player.resume()) playhead.set({ ...playhead.get(), state: "playing" });
  };
  return {
    playhead,
    toggle: (source, from = 0) => {
      const { id, state } = playhead.get();
      if (id !== source.id || state === "idle") void begin(source, from);
      else if (state === "paused") resume();
      else pause();
    },
    playFrom: (source, from) => {
      const { id, state } = playhead.get();
      if (id !== source.id || state === "idle" || state === "loading") void begin(source, from);
      else {
        seek(from);
        resume();
      }
    },
    pause,
    resume,
    skip: (seconds) => seek(playhead.get().seconds + seconds),
    seek,
    stop,
  };
}
