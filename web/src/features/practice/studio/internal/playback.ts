import type { LoopRange, PracticeAudio, PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import { lowersPlaybackWhileRecording } from "../../../../audio/playback-while-recording.ts";
import type { EncodedAudio, Player } from "../../../../audio/player.ts";
import { PlayerError } from "../../../../audio/player-error.ts";
import type { Observable } from "../../../../browser/observable.ts";
import { withTimeout } from "../../../../browser/timing.ts";
import { messages } from "../../../../messages.ts";
import type { Toast } from "../../../../ui/toast.ts";
import { showToast } from "../../../../ui/toasts.ts";
import type { ContentFailure } from "../../../content/content.ts";
import type { LoadedAudio } from "../../../content/loaded-audio.ts";
import type { SegmentAudio } from "../../../content/segment-audio.ts";
import { microphoneChecked } from "../../../recording/microphone/microphone-check.ts";
import { microphoneDenied, queryMicrophonePermission } from "../../../recording/microphone/microphone-permission.ts";
import type { Recorder } from "../../../recording/microphone/recorder.ts";
import { createSoundPlayer, type PlaybackRequest } from "../../../recording/sound-player.ts";
import type { DialogueRecordings } from "../../recordings/dialogue-recordings.ts";
import type { PlaybackSpeed } from "../playback-speed.ts";
import { idlePlayhead, type Playhead } from "../playhead.ts";

type Dependencies = {
  player: Player;
  recorder: Recorder;
  segmentAudio: SegmentAudio;
  recordings: DialogueRecordings;
  position: Observable<Playhead>;
  playbackSpeed: Observable<PlaybackSpeed>;
  send: (event: PracticeEvent) => void;
};

/** `checked` is as in `LoadedAudio`, and undefined for the learner's recording. */
type PlayableAudio = { sound: EncodedAudio; checked?: Promise<LoadedAudio> };

export type Playback = {
  play: (audio: PracticeAudio, index: number, recording?: number) => Promise<void>;
  pause: () => void;
  /** Plays the original if there is no audio to resume. */
  resume: (index: number) => void;
  /** Checks the learner's access too. Shows a message if the original cannot be loaded. */
  canPlayOriginal: (index: number) => Promise<boolean>;
  setLoop: (part: LoopRange | null) => void;
  stop: () => void;
  seek: (fraction: number) => void;
  /** Returns a time in ms of `performance.now()`. */
  originalEndedAt: () => number;
  /** May open the microphone early if permission is granted already. */
  prepareMicrophone: () => Promise<void>;
  dispose: () => void;
};

const loadTimeoutMs = 10_000;

const audioNames: Record<PracticeAudio, "audio" | "translated audio" | "your recording"> = {
  original: "audio",
  translation: "translated audio",
  own: "your recording",
};

function unavailableMessage(audio: PracticeAudio, reason: ContentFailure): Toast {
  switch (reason) {
    case "empty":
      return messages.emptyAudio;
    case "malformed":
      return messages.playbackError(audioNames[audio]);
    case "unreachable":
      return messages.loadingError;
    case "premium-required":
      return messages.planEnded;
    case "check-needed":
      return messages.planCheckNeeded;
    case "missing":
      return audio === "original" ? messages.originalUnavailable : messages.translationUnavailable;
  }
}

export function createPlayback({
  player,
  recorder,
  segmentAudio,
  recordings,
  position,
  playbackSpeed,
  send,
}: Dependencies): Playback {
  const heard = createSoundPlayer(player);
  let endedAt = 0;
  let playing: PracticeAudio | null = null;
  let loop: LoopRange | null = null;

  const loopOf = (which: PracticeAudio | null) => (which === "original" ? loop : null);
  const rateOf = (which: PracticeAudio | null) => (which === "own" ? 1 : playbackSpeed.get());
  const stopFollowingPace = playbackSpeed.subscribe(() => heard.setRate(rateOf(playing)));

  const soundOf = async (which: PracticeAudio, index: number, recording?: number): Promise<PlayableAudio | null> => {
    if (which === "own") {
      const sound = recording === undefined ? null : await recordings.loadAudio(recording);
      if (!sound) showToast(messages.noRecording);
      return sound && { sound };
    }
    const loaded = await withTimeout(segmentAudio.loadAudio(index, which), loadTimeoutMs);
    if (loaded === "late") showToast(which === "original" ? messages.audioNotLoaded : messages.translationNotLoaded);
    else if (loaded.kind === "ready") return loaded;
    else showToast(unavailableMessage(which, loaded.reason));
    return null;
  };

  const setMicrophoneFor = async (which: PracticeAudio) => {
    if (which !== "original" && lowersPlaybackWhileRecording(navigator)) return recorder.release();
    if (which !== "original") return;
    // The browser may ask for permission. A question after the original would interrupt the learner's first words.
    await recorder.warmUp().catch(() => showToast(messages.recordingNotStarted));
  };

  const fail = (which: PracticeAudio) => {
    position.set(idlePlayhead);
    send({ type: "playback-failed", audio: which });
  };
  const failAloud = (which: PracticeAudio) => {
    showToast(messages.playbackError(audioNames[which]));
    fail(which);
  };

  const begin = (which: PracticeAudio, rules: Pick<PlaybackRequest, "load" | "onUnavailable" | "onRefused">) =>
    heard.play({
      ...rules,
      options: () => ({ rate: rateOf(which), loop: loopOf(which) }),
      onProgress: ({ fraction, duration }) => position.set({ audio: which, fraction, duration }),
      onEnded: (end) => {
        if (which === "original") endedAt = end.endedAt;
        position.set(idlePlayhead);
        send({ type: "playback-ended", audio: which });
      },
      onFailed: () => failAloud(which),
    });

  const replace = (which: PracticeAudio, { sound, checked }: PlayableAudio) =>
    begin(which, {
      load: async () => {
        const other = await checked;
        return other?.kind === "ready" && other.sound !== sound ? other.sound : null;
      },
      onUnavailable: () => failAloud(which),
      onRefused: () => failAloud(which),
    });

  const play: Playback["play"] = async (which, index, recording) => {
    playing = which;
    let found: PlayableAudio | null = null;
    await begin(which, {
      load: async () => {
        [found] = await Promise.all([soundOf(which, index, recording), setMicrophoneFor(which)]);
        return found?.sound ?? null;
      },
      onUnavailable: () => fail(which),
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
    canPlayOriginal: async (index) => (await soundOf("original", index)) !== null,
    setLoop: (part) => {
      loop = part;
      heard.setLoop(loopOf(playing));
    },
    stop: () => {
      heard.stop();
      position.set(idlePlayhead);
    },
    seek: heard.seek,
    originalEndedAt: () => endedAt,
    prepareMicrophone: async () => {
      // Not before the microphone check, because the learner chooses a microphone in the check.
      if (!microphoneChecked.get()) return;
      const permission = await queryMicrophonePermission();
      if (permission === "denied") microphoneDenied.set(true);
      // Without an earlier gesture on the page, an audio context may stay suspended.
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
