import { useEffect, useRef, useState } from "react";
import type { Audio } from "../../../../../domain/practice/practice.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import type { Player, Sound } from "../../../audio/player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import type { ContentAudio } from "../../content/loaded-sound.ts";
import { openSegmentSounds, type SegmentSounds } from "../../content/segment-sounds.ts";
import { sounds } from "../../content/sounds.ts";
import { createSoundPlayer } from "../../recording/sound-player.ts";
import { mockTakeFile } from "../takes/mock-takes.ts";
import type { DialogueContent } from "./exam-content.tsx";
import type { SheetSegment } from "./sheet-view.ts";

/** What is heard on the sheet. `fraction` is 0 to 1, `duration` in seconds and 0 while it is not known. */
export type SheetPlayhead = {
  audio: Audio | null;
  /** It was asked for and is on its way, is heard, or is held where it is. */
  state: "loading" | "playing" | "held" | "resting";
  fraction: number;
  duration: number;
};

/** Gives a sound of the segment that is looked at; null where it cannot be had, which it has told by then. */
export type SoundOf = (audio: Audio) => Promise<Sound | null>;

/** What plays the three voices of a segment, one at a time. */
export type SheetPlayer = {
  position: Observable<SheetPlayhead>;
  /** From now on the voices are those of another segment; what plays stops. */
  open: (soundOf: SoundOf) => void;
  /** Plays a voice, from its beginning unless it is held; holds it if it plays. */
  toggle: (audio: Audio) => void;
  /** Holds what plays. @returns whether that was the take. */
  hold: () => boolean;
  /** Lets the take go on, if it is held. */
  resumeTake: () => void;
  /** Moves within what plays, by so many seconds. */
  skip: (seconds: number) => void;
  /** Moves to a part, 0 to 1, of what plays. */
  seek: (fraction: number) => void;
  /** Where in the take, in seconds, its playing stands or stood last. */
  moment: () => number;
  dispose: () => void;
};

const resting: SheetPlayhead = { audio: null, state: "resting", fraction: 0, duration: 0 };

/** @param onFailed tells that a sound cannot be played. */
export function openSheetPlayer(player: Player, onFailed: (audio: Audio) => void): SheetPlayer {
  const position = createObservable<SheetPlayhead>(resting);
  const sounds = createSoundPlayer(player);
  let soundOf: SoundOf = async () => null;
  let moment = 0;

  const rest = () => position.set(resting);
  const stop = () => {
    sounds.stop();
    rest();
  };
  const begin = (audio: Audio) => {
    position.set({ ...resting, audio, state: "loading" });
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
      onAbsent: rest,
      onRefused: fail,
      onFailed: fail,
    });
  };
  const pause = () => {
    sounds.pause();
    position.set({ ...position.get(), state: "held" });
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
      if (heard !== audio || state === "resting") begin(audio);
      else if (state === "playing") pause();
      else if (state === "held") resume();
      else stop();
    },
    hold: () => {
      const { audio, state } = position.get();
      if (state === "playing") pause();
      return state === "playing" && audio === "own";
    },
    resumeTake: () => {
      const { audio, state } = position.get();
      if (audio === "own" && state === "held") resume();
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

const spokenName = { original: "audio", own: "your recording", translation: "translated audio" } as const;

const tellFailure = (audio: Audio) => void showToast(messages.playbackError(spokenName[audio]));

/** The player of a sheet; null before it is shown for the first time. */
export function useSheetPlayer(): SheetPlayer | null {
  const [player, setPlayer] = useState<SheetPlayer | null>(null);
  useEffect(() => {
    const opened = openSheetPlayer(createPlayer(), tellFailure);
    setPlayer(opened);
    return () => opened.dispose();
  }, []);
  return player;
}

const unavailable: Record<ContentAudio, Parameters<typeof showToast>[0]> = {
  original: messages.originalUnavailable,
  translation: messages.translationUnavailable,
};

type Opened = { folder: string; sounds: SegmentSounds };

/** The recordings of the dialogue that is looked at; those of another make room for them. */
export function useSegmentSounds(
  contents: readonly DialogueContent[],
): (segment: SheetSegment, audio: Audio) => Promise<Sound | null> {
  const opened = useRef<Opened | null>(null);
  useEffect(
    () => () => {
      opened.current?.sounds.dispose();
      opened.current = null;
    },
    [],
  );
  const open = (dialogue: number): SegmentSounds | null => {
    const content = contents[dialogue];
    if (content?.kind !== "ready") return null;
    if (opened.current?.folder === content.folder) return opened.current.sounds;
    opened.current?.sounds.dispose();
    opened.current = {
      folder: content.folder,
      sounds: openSegmentSounds(content.folder, content.segments, sounds.load),
    };
    return opened.current.sounds;
  };
  return async ({ dialogue, segment, text, take }, audio) => {
    if (audio === "own") {
      const sound = take && (await mockTakeFile(take.number));
      if (!sound) showToast(messages.noRecording);
      return sound;
    }
    const loaded = text && (await open(dialogue)?.soundOf(segment, audio));
    if (loaded?.kind === "ready") return loaded.sound;
    const isRefused = loaded?.reason === "premium-required";
    if (isRefused) showToast(messages.planEnded);
    else showToast(loaded?.reason === "unreachable" ? messages.loadingError : unavailable[audio]);
    return null;
  };
}
