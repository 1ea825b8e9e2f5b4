import type { EncodedAudio, MediaTime, PlaybackOptions, Player } from "../../audio/player.ts";

/** Decides which of several actions is the newest, so that a late result of an earlier one changes nothing. */
export type LatestActionGuard = {
  /** Begins a turn. Returns whether it is still the newest one. */
  begin: () => () => boolean;
  /** Ends the newest turn without another one. */
  invalidate: () => void;
};

export function createLatestActionGuard(): LatestActionGuard {
  let newest = 0;
  const end = () => {
    newest += 1;
  };
  return {
    begin: () => {
      end();
      const mine = newest;
      return () => mine === newest;
    },
    invalidate: end,
  };
}

/** A sound to play, and what to do as it plays. It reports nothing once its turn is over. */
export type PlaybackRequest = {
  /** Resolves to null where there is no sound. */
  load: () => Promise<EncodedAudio | null>;
  /** Read when the sound begins. */
  options?: () => PlaybackOptions;
  onStarted?: () => void;
  /** `fraction` is 0 to 1, and 0 while the duration is unknown. */
  onProgress?: (progress: MediaTime & { fraction: number }) => void;
  /** `endedAt` is in ms of `performance.now()`. */
  onEnded: (end: { endedAt: number }) => void;
  /** There is no sound, or it could not be loaded. */
  onUnavailable: () => void;
  /** The browser does not begin it. */
  onRefused: (error: unknown) => void;
  /** It broke off after it had begun. */
  onFailed: () => void;
};

/** Plays one sound at a time; only the newest one reports. */
export type SoundPlayer = Pick<Player, "setRate" | "setLoop" | "pause" | "resume" | "stop" | "seek" | "dispose"> & {
  /** Stops what plays, then loads and plays another sound. Settles when it has begun or does not begin. */
  play: (playing: PlaybackRequest) => Promise<void>;
};

/** @param turns shared with other actions that end what plays. */
export function createSoundPlayer(player: Player, turns: LatestActionGuard = createLatestActionGuard()): SoundPlayer {
  let hasBegun = false;

  const play = async (playing: PlaybackRequest) => {
    const isNewest = turns.begin();
    const inTurn =
      <Report>(act: (report: Report) => void) =>
      (report: Report) => {
        if (isNewest()) act(report);
      };
    hasBegun = false;
    player.stop();
    const sound = await playing.load().catch(() => null);
    if (!isNewest()) return;
    if (!sound) return playing.onUnavailable();
    const listeners = {
      onProgress: inTurn(({ currentTime, duration }: MediaTime) =>
        playing.onProgress?.({ currentTime, duration, fraction: duration > 0 ? currentTime / duration : 0 }),
      ),
      onEnded: inTurn(playing.onEnded),
      onFailed: inTurn(playing.onFailed),
    };
    const outcome = await player.play(sound, listeners, playing.options?.()).catch(inTurn(playing.onRefused));
    if (outcome !== "started" || !isNewest()) return;
    hasBegun = true;
    playing.onStarted?.();
  };

  return {
    play,
    pause: () => {
      // A sound that is still loading must not begin.
      if (!hasBegun) turns.invalidate();
      player.pause();
    },
    resume: () => player.resume(),
    stop: () => {
      turns.invalidate();
      player.stop();
    },
    setRate: (rate) => player.setRate(rate),
    setLoop: (loop) => player.setLoop(loop),
    seek: (fraction) => player.seek(fraction),
    dispose: () => {
      turns.invalidate();
      player.dispose();
    },
  };
}
