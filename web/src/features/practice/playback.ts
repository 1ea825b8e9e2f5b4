import type { Audio, PracticeEvent } from "../../../../domain/practice.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { lowersPlaybackWhileRecording } from "./audio/playback-while-recording.ts";
import type { Player, Sound } from "./audio/player.ts";
import type { Recorder } from "./audio/recorder.ts";
import type { ContentFailure } from "./content.ts";
import type { Observable } from "./observable.ts";
import { noPosition, type Position } from "./position.ts";
import type { SegmentAudio } from "./segment-audio.ts";
import type { Takes } from "./takes.ts";

type Parts = {
  player: Player;
  recorder: Recorder;
  audio: SegmentAudio;
  takes: Takes;
  position: Observable<Position>;
  send: (event: PracticeEvent) => void;
};

export type Playback = {
  /** Plays one of a segment's sounds, of the learner's own the take given; how it ends is told as a practice event. */
  play: (audio: Audio, index: number, take?: number) => Promise<void>;
  stop: () => void;
  seek: (fraction: number) => void;
  /** When the original last ended, in ms of `performance.now()`. */
  originalEndedAt: () => number;
};

const spokenName: Record<Audio, "audio" | "translated audio" | "your recording"> = {
  original: "audio",
  translation: "translated audio",
  own: "your recording",
};

function unavailableMessage(audio: Audio, reason: ContentFailure) {
  if (reason === "empty") return messages.emptyAudio;
  if (reason === "unreachable") return messages.loadingError;
  return audio === "original" ? messages.originalUnavailable : messages.translationUnavailable;
}

/** Plays the three sounds of a segment, one at a time. */
export function openPlayback({ player, recorder, audio, takes, position, send }: Parts): Playback {
  let turn = 0;
  let endedAt = 0;

  const soundOf = async (which: Audio, index: number, take?: number): Promise<Sound | null> => {
    if (which === "own") {
      const sound = take === undefined ? null : await takes.sound(take);
      if (!sound) showToast(messages.noRecording);
      return sound;
    }
    const loaded = await audio.sounds(index)[which];
    if (loaded.kind === "ready") return loaded.sound;
    showToast(unavailableMessage(which, loaded.reason));
    return null;
  };

  const readyMicrophone = async (which: Audio) => {
    if (which !== "original" && lowersPlaybackWhileRecording(navigator)) return recorder.release();
    if (which !== "original") return;
    // Asked for before the original plays, so that no first word is lost to the browser's question.
    await recorder.warmUp().catch(() => showToast(messages.recordingError));
  };

  const fail = (which: Audio) => {
    position.set(noPosition);
    send({ type: "playback-failed", audio: which });
  };

  const begin = async (which: Audio, sound: Sound) => {
    await player.play(sound, {
      onProgress: ({ currentTime, duration }) =>
        position.set({ audio: which, fraction: duration > 0 ? currentTime / duration : 0, duration }),
      onEnded: (end) => {
        if (which === "original") endedAt = end.endedAt;
        position.set(noPosition);
        send({ type: "playback-ended", audio: which });
      },
      onFailed: () => {
        showToast(messages.playbackError(spokenName[which]));
        fail(which);
      },
    });
  };

  return {
    play: async (which, index, take) => {
      turn += 1;
      const mine = turn;
      const [sound] = await Promise.all([soundOf(which, index, take), readyMicrophone(which)]);
      if (mine !== turn) return;
      if (!sound) return fail(which);
      try {
        await begin(which, sound);
      } catch {
        if (mine !== turn) return;
        showToast(messages.playbackError(spokenName[which]));
        fail(which);
      }
    },
    stop: () => {
      turn += 1;
      player.stop();
      position.set(noPosition);
    },
    seek: (fraction) => player.seek(fraction),
    originalEndedAt: () => endedAt,
  };
}
