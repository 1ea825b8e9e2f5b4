import { useEffect, useRef, useState } from "react";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import type { EncodedAudio, Player } from "../../../audio/player.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { audioFiles } from "../../content/audio-files.ts";
import type { ContentAudio } from "../../content/loaded-audio.ts";
import { createSegmentAudio, type SegmentAudio } from "../../content/segment-audio.ts";
import { createTogglePlayer, type TogglePlayer } from "../../recording/toggle-player.ts";
import { loadExamRecordingFile } from "../recordings/exam-recordings.ts";
import type { DialogueContent } from "./exam-content.tsx";
import type { SheetSegment } from "./sheet-view.ts";

export type SheetPlayer = Pick<
  TogglePlayer<PracticeAudio>,
  "position" | "open" | "toggle" | "skip" | "seek" | "dispose"
> & {
  /** Returns true if the recording was playing. */
  pause: () => boolean;
  resumeRecording: () => void;
  playRecordingFrom: (seconds: number) => void;
  /** Returns the last playback position in the recording, in seconds. */
  moment: () => number;
};

export function createSheetPlayer(player: Player, onFailed: (audio: PracticeAudio) => void): SheetPlayer {
  const { pause, resume, playFrom, secondsIn, ...sounds } = createTogglePlayer<PracticeAudio>(player, onFailed);
  return {
    ...sounds,
    pause: () => pause() === "own",
    resumeRecording: () => resume("own"),
    playRecordingFrom: (seconds) => playFrom("own", seconds),
    moment: () => secondsIn("own"),
  };
}

const audioNames = { original: "audio", own: "your recording", translation: "translated audio" } as const;

const showFailure = (audio: PracticeAudio) => void showToast(messages.playbackError(audioNames[audio]));

/** Returns null during the first render. */
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
