import type { EncodedAudio, Player } from "../../audio/player.ts";
import { createObservable, type Observable } from "../../browser/observable.ts";
import { createSoundPlayer } from "./sound-player.ts";

/** `duration` is in seconds, and 0 while it is unknown. */
type Playhead<Audio> = {
  audio: Audio | null;
  state: "loading" | "playing" | "paused" | "idle";
  fraction: number;
  duration: number;
};

/** Plays one of several named audio files at a time. */
export type TogglePlayer<Audio> = {
  position: Observable<Playhead<Audio>>;
  open: (load: (audio: Audio) => Promise<EncodedAudio | null>) => void;
  toggle: (audio: Audio) => void;
  playFrom: (audio: Audio, seconds: number) => void;
  /** Returns the file that was playing; null if none was. */
  pause: () => Audio | null;
  resume: (audio: Audio) => void;
  skip: (seconds: number) => void;
  seek: (fraction: number) => void;
  /** Returns the last playback position in a file since `open`, in seconds. */
  secondsIn: (audio: Audio) => number;
  dispose: () => void;
};

/** @param onFailed called if playback fails, but not if `load` fails */
export function createTogglePlayer<Audio extends string>(
  player: Player,
  onFailed: (audio: Audio) => void,
): TogglePlayer<Audio> {
  const idle: Playhead<Audio> = { audio: null, state: "idle", fraction: 0, duration: 0 };
  const position = createObservable<Playhead<Audio>>(idle);
  const sounds = createSoundPlayer(player);
  const moments = new Map<Audio, number>();
  let load: (audio: Audio) => Promise<EncodedAudio | null> = async () => null;

  const rest = () => position.set(idle);
  const stop = () => {
    sounds.stop();
    rest();
  };
  const setState = (state: Playhead<Audio>["state"]) => position.set({ ...position.get(), state });
  const begin = (audio: Audio, fromSeconds = 0) => {
    position.set({ ...idle, audio, state: "loading" });
    // A seek needs the duration, which is not known yet.
    let startsAt = fromSeconds;
    const fail = () => {
      rest();
      onFailed(audio);
    };
    void sounds.play({
      load: () => load(audio),
      onStarted: () => position.set({ ...position.get(), audio, state: "playing" }),
      onProgress: ({ currentTime, duration, fraction }) => {
        if (startsAt > 0 && duration > 0) {
          const target = Math.min(1, startsAt / duration);
          // Reset first, because a seek reports its progress at once.
          startsAt = 0;
          sounds.seek(target);
          return;
        }
        moments.set(audio, currentTime);
        position.set({ audio, state: position.get().state, duration, fraction });
      },
      onEnded: rest,
      onUnavailable: rest,
      onRefused: fail,
      onFailed: fail,
    });
  };
  const pause = () => {
    sounds.pause();
    setState("paused");
  };
  const resume = () => {
    if (sounds.resume()) setState("playing");
  };

  return {
    position,
    open: (next) => {
      stop();
      moments.clear();
      load = next;
    },
    toggle: (audio) => {
      const { audio: heard, state } = position.get();
      if (heard !== audio || state === "idle") begin(audio);
      else if (state === "playing") pause();
      else if (state === "paused") resume();
      else stop();
    },
    playFrom: (audio, seconds) => {
      const { audio: heard, state, duration } = position.get();
      if (heard !== audio || duration === 0) return begin(audio, seconds);
      sounds.seek(Math.min(1, seconds / duration));
      if (state === "paused") resume();
    },
    pause: () => {
      const { audio, state } = position.get();
      if (state !== "playing") return null;
      pause();
      return audio;
    },
    resume: (audio) => {
      const { audio: heard, state } = position.get();
      if (heard === audio && state === "paused") resume();
    },
    skip: (seconds) => {
      const { fraction, duration } = position.get();
      if (duration > 0) sounds.seek(Math.max(0, Math.min(1, fraction + seconds / duration)));
    },
    seek: sounds.seek,
    secondsIn: (audio) => moments.get(audio) ?? 0,
    dispose: () => {
      stop();
      sounds.dispose();
    },
  };
}
