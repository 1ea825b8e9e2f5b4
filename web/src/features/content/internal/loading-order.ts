import type { ContentAudio } from "../loaded-sound.ts";

/** What to load while a segment is practised, most urgent first: its own recordings, then the next segment's. */
export function loadingOrder(current: number, segmentCount: number): { index: number; audio: ContentAudio }[] {
  return [current, current + 1]
    .filter((index) => index >= 0 && index < segmentCount)
    .flatMap((index) => [
      { index, audio: "original" as const },
      { index, audio: "translation" as const },
    ]);
}
