import { useEffect, useState } from "react";
import { createPlayer } from "../../audio/element-player.ts";
import type { EncodedAudio, Player } from "../../audio/player.ts";
import { createObservable, type Observable } from "../../browser/observable.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { createSoundPlayer } from "../recording/sound-player.ts";

/** `url` identifies the playing audio; null if nothing plays. `seconds` and `duration` are 0 while unknown. */
export type SharePlayhead = { url: string | null; isPlaying: boolean; seconds: number; duration: number };

/** Plays audio at signed addresses, one at a time. */
export type SharePlayer = {
  playhead: Observable<SharePlayhead>;
  /** Plays from a moment in seconds; by default continues or starts. Pauses if the audio plays and no moment is given. */
  toggle: (url: string, fromSeconds?: number) => void;
  dispose: () => void;
};

const silent: SharePlayhead = { url: null, isPlaying: false, seconds: 0, duration: 0 };

/** In ms. Longest wait for a recording, which is small. */
const fetchLimitMs = 30_000;

/** @throws if the address has expired or the network is lost */
export async function fetchSharedAudio(url: string): Promise<EncodedAudio> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchLimitMs) });
  if (!response.ok) throw new Error(`The audio could not be loaded (status ${response.status})`);
  return { data: await response.arrayBuffer(), type: "audio/mpeg" };
}

export function createSharePlayer(player: Player, load: (url: string) => Promise<EncodedAudio>): SharePlayer {
  const playhead = createObservable<SharePlayhead>(silent);
  const sounds = createSoundPlayer(player);
  const rest = () => playhead.set(silent);
  const fail = () => {
    rest();
    showToast(messages.playbackError("this recording"));
  };
  const start = (url: string, fromSeconds: number) => {
    // A seek is possible once the duration is known.
    let pendingSeek: number | null = fromSeconds > 0 ? fromSeconds : null;
    playhead.set({ ...silent, url, isPlaying: true });
    void sounds.play({
      load: () => load(url),
      onProgress: ({ currentTime, duration }) => {
        if (pendingSeek !== null && duration > 0) {
          const target = pendingSeek;
          pendingSeek = null;
          sounds.seek(Math.min(1, target / duration));
          return;
        }
        playhead.set({ url, isPlaying: playhead.get().isPlaying, seconds: currentTime, duration });
      },
      onEnded: rest,
      onUnavailable: fail,
      onRefused: fail,
      onFailed: fail,
    });
  };
  return {
    playhead,
    toggle: (url, fromSeconds) => {
      const { url: present, isPlaying, duration } = playhead.get();
      if (present !== url) return start(url, fromSeconds ?? 0);
      if (fromSeconds !== undefined && duration > 0) {
        sounds.seek(Math.min(1, fromSeconds / duration));
        if (!isPlaying && sounds.resume()) playhead.set({ ...playhead.get(), isPlaying: true });
        return;
      }
      if (isPlaying) {
        sounds.pause();
        playhead.set({ ...playhead.get(), isPlaying: false });
      } else if (sounds.resume()) playhead.set({ ...playhead.get(), isPlaying: true });
      else start(url, fromSeconds ?? 0);
    },
    dispose: () => sounds.dispose(),
  };
}

/** Returns the player; null during the first render. */
export function useSharePlayer(): SharePlayer | null {
  const [player, setPlayer] = useState<SharePlayer | null>(null);
  useEffect(() => {
    const opened = createSharePlayer(createPlayer(), fetchSharedAudio);
    setPlayer(opened);
    return () => opened.dispose();
  }, []);
  return player;
}
