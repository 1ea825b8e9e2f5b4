import type { EncodedAudio, MediaTime, PlaybackOptions, Player } from "../../audio/player.ts";

/** Tracks which of several actions is the newest, so that late results of earlier actions can be ignored. */
export type LatestActionGuard = {
  /** The returned function returns true until the next `begin` or `invalidate`. */
  begin: () => () => boolean;
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

/** No callback is called after a newer playback has started. */
export type PlaybackRequest = {
  load: () => Promise<EncodedAudio | null>;
  options?: () => PlaybackOptions;
  onStarted?: () => void;
  /** `fraction` is 0 while the duration is unknown. */
  onProgress?: (progress: MediaTime & { fraction: number }) => void;
  /** `endedAt` is in ms of `performance.now()`. */
  onEnded: (end: { endedAt: number }) => void;
  /** The audio is missing or could not be loaded. */
  onUnavailable: () => void;
  /** The audio was loaded, but playback did not start. */
  onRefused: (error: unknown) => void;
  onFailed: () => void;
};

export type SoundPlayer = Pick<Player, "setRate" | "setLoop" | "pause" | "resume" | "stop" | "seek" | "dispose"> & {
  play: (playing: PlaybackRequest) => Promise<void>;
};

/** @param turns shared with other actions that end playback */
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
      // Invalidates a sound that is still loading, so that it does not start to play later.
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
