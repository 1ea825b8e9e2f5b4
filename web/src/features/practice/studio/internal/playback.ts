import type { Audio, Part, PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import { lowersPlaybackWhileRecording } from "../../../../audio/playback-while-recording.ts";
import type { Player, Sound } from "../../../../audio/player.ts";
import { PlayerError } from "../../../../audio/player-error.ts";
import type { Observable } from "../../../../browser/observable.ts";
import { within } from "../../../../browser/waiting.ts";
import { messages } from "../../../../messages.ts";
import type { Toast } from "../../../../ui/toast.ts";
import { showToast } from "../../../../ui/toasts.ts";
import type { ContentFailure } from "../../../content/content.ts";
import type { LoadedSound } from "../../../content/loaded-sound.ts";
import type { SegmentSounds } from "../../../content/segment-sounds.ts";
import { microphoneChecked } from "../../../recording/microphone/microphone-check.ts";
import { microphoneDenied, microphonePermission } from "../../../recording/microphone/microphone-permission.ts";
import type { Recorder } from "../../../recording/microphone/recorder.ts";
import { createSoundPlayer, type Playing } from "../../../recording/sound-player.ts";
import type { Takes } from "../../takes/takes.ts";
import type { Pace } from "../pace.ts";
import { type Playhead, restingPlayhead } from "../playhead.ts";

type Parts = {
  player: Player;
  recorder: Recorder;
  sounds: SegmentSounds;
  takes: Takes;
  position: Observable<Playhead>;
  pace: Observable<Pace>;
  send: (event: PracticeEvent) => void;
};

/** `checked` is the sound again, or what stands in its place if it cannot be played. */
type PlayableSound = { sound: Sound; checked?: Promise<LoadedSound> };

export type Playback = {
  /** Plays one of a segment's sounds, of the learner's own the take given; how it ends is told as a practice event. */
  play: (audio: Audio, index: number, take?: number) => Promise<void>;
  /** Holds what plays. */
  pause: () => void;
  /** Lets the original go on; from its beginning if it had not been heard yet. */
  resume: (index: number) => void;
  /** What of the original is gone round in whenever it plays. */
  setLoop: (part: Part | null) => void;
  stop: () => void;
  seek: (fraction: number) => void;
  /** When the original last ended, in ms of `performance.now()`. */
  originalEndedAt: () => number;
  /** Opens the microphone ahead of time if the learner has allowed it before; asks nothing. */
  readyMicrophone: () => Promise<void>;
  dispose: () => void;
};

/** How long a sound that was asked for is waited for, in ms; it goes on loading after that. */
const loadingLimitMs = 10_000;

const spokenName: Record<Audio, "audio" | "translated audio" | "your recording"> = {
  original: "audio",
  translation: "translated audio",
  own: "your recording",
};

function unavailableMessage(audio: Audio, reason: ContentFailure): Toast {
  switch (reason) {
    case "empty":
      return messages.emptyAudio;
    case "malformed":
      return messages.playbackError(spokenName[audio]);
    case "unreachable":
      return messages.loadingError;
    case "premium-required":
      return messages.planEnded;
    case "missing":
      return audio === "original" ? messages.originalUnavailable : messages.translationUnavailable;
  }
}

/** Plays the three sounds of a segment, one at a time. */
export function openPlayback({ player, recorder, sounds, takes, position, pace, send }: Parts): Playback {
  const heard = createSoundPlayer(player);
  let endedAt = 0;
  let playing: Audio | null = null;
  let loop: Part | null = null;

  const loopOf = (which: Audio | null) => (which === "original" ? loop : null);
  /** The learner's own voice is always heard as it was. */
  const rateOf = (which: Audio | null) => (which === "own" ? 1 : pace.get());
  const stopFollowingPace = pace.subscribe(() => heard.setRate(rateOf(playing)));

  const soundOf = async (which: Audio, index: number, take?: number): Promise<PlayableSound | null> => {
    if (which === "own") {
      const sound = take === undefined ? null : await takes.sound(take);
      if (!sound) showToast(messages.noRecording);
      return sound && { sound };
    }
    const loaded = await within(sounds.soundOf(index, which), loadingLimitMs);
    if (loaded === "late") showToast(which === "original" ? messages.audioNotLoaded : messages.translationNotLoaded);
    else if (loaded.kind === "ready") return loaded;
    else showToast(unavailableMessage(which, loaded.reason));
    return null;
  };

  const setMicrophoneFor = async (which: Audio) => {
    if (which !== "original" && lowersPlaybackWhileRecording(navigator)) return recorder.release();
    if (which !== "original") return;
    // Asked for before the original plays, so that no first word is lost to the browser's question.
    await recorder.warmUp().catch(() => showToast(messages.recordingError));
  };

  const fail = (which: Audio) => {
    position.set(restingPlayhead);
    send({ type: "playback-failed", audio: which });
  };
  const failAloud = (which: Audio) => {
    showToast(messages.playbackError(spokenName[which]));
    fail(which);
  };

  const begin = (which: Audio, rules: Pick<Playing, "load" | "onAbsent" | "onRefused">) =>
    heard.play({
      ...rules,
      manner: () => ({ rate: rateOf(which), loop: loopOf(which) }),
      onProgress: ({ fraction, duration }) => position.set({ audio: which, fraction, duration }),
      onEnded: (end) => {
        if (which === "original") endedAt = end.endedAt;
        position.set(restingPlayhead);
        send({ type: "playback-ended", audio: which });
      },
      onFailed: () => failAloud(which),
    });

  /** Plays what was fetched in the place of a sound that the browser cannot play. */
  const replace = (which: Audio, { sound, checked }: PlayableSound) =>
    begin(which, {
      load: async () => {
        const other = await checked;
        return other?.kind === "ready" && other.sound !== sound ? other.sound : null;
      },
      onAbsent: () => failAloud(which),
      onRefused: () => failAloud(which),
    });

  const play: Playback["play"] = async (which, index, take) => {
    playing = which;
    let found: PlayableSound | null = null;
    await begin(which, {
      load: async () => {
        [found] = await Promise.all([soundOf(which, index, take), setMicrophoneFor(which)]);
        return found?.sound ?? null;
      },
      onAbsent: () => fail(which),
      onRefused: (error) => {
        const isBroken = error instanceof PlayerError && error.code === "undecodable";
        if (isBroken && found) void replace(which, found);
        else failAloud(which);
      },
    });
  };

  return {
    play,
    pause: heard.pause,
    resume: (index) => {
      if (!heard.resume()) void play("original", index);
    },
    setLoop: (part) => {
      loop = part;
      heard.setLoop(loopOf(playing));
    },
    stop: () => {
      heard.stop();
      position.set(restingPlayhead);
    },
    seek: heard.seek,
    originalEndedAt: () => endedAt,
    readyMicrophone: async () => {
      // The microphone check opens the one that the learner picks.
      if (!microphoneChecked.get()) return;
      const permission = await microphonePermission();
      if (permission === "denied") microphoneDenied.set(true);
      // Without a gesture on this page, such as after it was loaded anew, its sound would stand still.
      if (lowersPlaybackWhileRecording(navigator) || !navigator.userActivation?.hasBeenActive) return;
      if (permission !== "granted") return;
      await recorder.warmUp().catch(() => undefined);
    },
    dispose: () => {
      stopFollowingPace();
      heard.stop();
    },
  };
}
