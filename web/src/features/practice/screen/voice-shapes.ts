import { type Audio, currentSegment, type Practice, shownTake } from "../../../../../domain/practice/practice.ts";
import type { SoundShape } from "../../../audio/peaks.ts";
import { useObservable } from "../../../browser/observable.ts";
import { useRead } from "../../../browser/use-read.ts";
import type { ContentAudio } from "../../content/loaded-sound.ts";
import type { Studio } from "../studio/studio.ts";

/** What the voices of a segment look like; null for what is not there, or not yet. */
export type VoiceShapes = Readonly<Record<Audio, SoundShape | null>>;

function useContentShape({ sounds }: Studio, index: number, which: ContentAudio): SoundShape | null {
  const isReady = useObservable(sounds.states)[which] === "ready";
  return useRead(isReady ? `${index}` : null, () => sounds.shapeOf(index, which));
}

function useTakeShape({ takes }: Studio, practice: Practice): SoundShape | null {
  const number = shownTake(practice);
  const take = currentSegment(practice).takes.find((each) => each.number === number);
  const peaks = useRead(number === null ? null : `${number}`, async () =>
    number === null ? null : takes.peaks(number),
  );
  return take && peaks ? { peaks, seconds: take.durationSeconds } : null;
}

/** What the voices of the current segment look like. */
export function useVoiceShapes(studio: Studio, practice: Practice): VoiceShapes {
  return {
    original: useContentShape(studio, practice.index, "original"),
    own: useTakeShape(studio, practice),
    translation: useContentShape(studio, practice.index, "translation"),
  };
}
