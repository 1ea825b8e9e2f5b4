import { useEffect, useRef, useState } from "react";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import type { EncodedAudio, Player } from "../../../audio/player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { audioFiles } from "../../content/audio-files.ts";
import type { ContentAudio } from "../../content/loaded-audio.ts";
import { createSegmentAudio, type SegmentAudio } from "../../content/segment-audio.ts";
import { createSoundPlayer } from "../../recording/sound-player.ts";
import { loadExamRecordingFile } from "../recordings/exam-recordings.ts";
import type { DialogueContent } from "./exam-content.tsx";
import type { SheetSegment } from "./sheet-view.ts";

/** `fraction` is 0 to 1. `duration` is in seconds, and 0 while unknown. */
export type SheetPlayhead = {
  audio: PracticeAudio | null;

  state: "loading" | "playing" | "paused" | "idle";
  fraction: number;
  duration: number;
};

/** Loads audio of the current segment. If loading fails, shows an error and resolves to null. */
export type LoadAudio = (audio: PracticeAudio) => Promise<EncodedAudio | null>;

/** Plays the sounds of a segment, one at a time. */
export type SheetPlayer = {
  position: Observable<SheetPlayhead>;
  /** Stops playback and switches to another segment. */
  open: (soundOf: LoadAudio) => void;
  toggle: (audio: PracticeAudio) => void;
  /** Pauses playback. Returns true if the recording was playing. */
  pause: () => boolean;
  resumeRecording: () => void;
  /** Seeks by seconds. */
  skip: (seconds: number) => void;
  /** Seeks to a fraction, 0 to 1. */
  seek: (fraction: number) => void;
  /** Returns the last playback position in the recording, in seconds. */
  moment: () => number;
  dispose: () => void;
};

const idlePlayhead: SheetPlayhead = { audio: null, state: "idle", fraction: 0, duration: 0 };

export function createSheetPlayer(player: Player, onFailed: (audio: PracticeAudio) => void): SheetPlayer {
  const position = createObservable<SheetPlayhead>(idlePlayhead);
  const sounds = createSoundPlayer(player);
  let soundOf: LoadAudio = async () => null;
  let moment = 0;

  const rest = () => position.set(idlePlayhead);
  const stop = () => {
    sounds.stop();
    rest();
  };
  const begin = (audio: PracticeAudio) => {
    position.set({ ...idlePlayhead, audio, state: "loading" });
    const fail = () => {
      rest();
      onFailed(audio);
    };
    void sounds.play({
      load: () => soundOf(audio),
      onStarted: () => position.set({ ...position.get(), audio, state: "playing" }),
      onProgress: ({ currentTime, duration, fraction }) => {
        if (audio === "own") moment = currentTime;
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
    position.set({ ...position.get(), state: "paused" });
  };
  const resume = () => {
    if (sounds.resume()) position.set({ ...position.get(), state: "playing" });
  };

  return {
    position,
    open: (next) => {
      stop();
      moment = 0;
      soundOf = next;
    },
    toggle: (audio) => {
      const { audio: heard, state } = position.get();
      if (heard !== audio || state === "idle") begin(audio);
      else if (state === "playing") pause();
      else if (state === "paused") resume();
      else stop();
    },
    pause: () => {
      const { audio, state } = position.get();
      if (state === "playing") pause();
      return state === "playing" && audio === "own";
    },
    resumeRecording: () => {
      const { audio, state } = position.get();
      if (audio === "own" && state === "paused") resume();
    },
    skip: (seconds) => {
      const { fraction, duration } = position.get();
      if (duration > 0) sounds.seek(Math.max(0, Math.min(1, fraction + seconds / duration)));
    },
    seek: sounds.seek,
    moment: () => moment,
    dispose: () => {
      stop();
      sounds.dispose();
    },
  };
}

const audioNames = { original: "audio", own: "your recording", translation: "translated audio" } as const;

const showFailure = (audio: PracticeAudio) => void showToast(messages.playbackError(audioNames[audio]));

/** Returns the player; null during the first render. */
export function useSheetPlayer(): SheetPlayer | null {
  const [player, setPlayer] = useState<SheetPlayer | null>(null);
  useEffect(() => {
    const opened = createSheetPlayer(createPlayer(), showFailure);
    setPlayer(opened);
    return () => opened.dispose();
  }, []);
  return player;
}

const unavailableMessages: Record<ContentAudio, Parameters<typeof showToast>[0]> = {
  original: messages.originalUnavailable,
  translation: messages.translationUnavailable,
};

type OpenedDialogue = { folder: string; sounds: SegmentAudio };

/**
 * Returns a loader of segment audio. Keeps the audio of one dialogue in memory, and disposes of the previous dialogue's
 * audio.
 */
export function useSegmentAudio(
  contents: readonly DialogueContent[],
): (segment: SheetSegment, audio: PracticeAudio) => Promise<EncodedAudio | null> {
  const opened = useRef<OpenedDialogue | null>(null);
  useEffect(
    () => () => {
      opened.current?.sounds.dispose();
      opened.current = null;
    },
    [],
  );
  const open = (dialogue: number): SegmentAudio | null => {
    const content = contents[dialogue];
    if (content?.kind !== "ready") return null;
    if (opened.current?.folder === content.folder) return opened.current.sounds;
    opened.current?.sounds.dispose();
    opened.current = {
      folder: content.folder,
      sounds: createSegmentAudio(content.folder, content.segments, audioFiles.load),
    };
    return opened.current.sounds;
  };
  return async ({ dialogue, segment, text, recording }, audio) => {
    if (audio === "own") {
      const sound = recording && (await loadExamRecordingFile(recording.number));
      if (!sound) showToast(messages.noRecording);
      return sound;
    }
    const loaded = text && (await open(dialogue)?.loadAudio(segment, audio));
    if (loaded?.kind === "ready") return loaded.sound;
    const isRefused = loaded?.reason === "premium-required";
    if (isRefused) showToast(messages.planEnded);
    else showToast(loaded?.reason === "unreachable" ? messages.loadingError : unavailableMessages[audio]);
    return null;
  };
}
