import { useEffect, useRef } from "react";
import type { Audio } from "../../../../../domain/practice/practice.ts";
import type { Sound } from "../../../audio/player.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import type { ContentAudio } from "../../content/loaded-sound.ts";
import { openSegmentSounds, type SegmentSounds } from "../../content/segment-sounds.ts";
import { sounds } from "../../content/sounds.ts";
import { mockTakeFile } from "../takes/mock-takes.ts";
import type { DialogueContent } from "./dialogue-content.ts";
import type { SheetSegment } from "./sheet-view.ts";

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
