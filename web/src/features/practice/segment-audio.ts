import { audioPaths, type Segment } from "../../../../domain/scenario.ts";
import { normalisePeaks, originalPeakCount, readPeaks } from "./audio/peaks.ts";
import type { Sound } from "./audio/player.ts";
import { placeholderPeaks } from "./audio/waveform-geometry.ts";
import { ContentError, type ContentFailure, fetchAudio } from "./content.ts";

/** A recording of the content, or why it cannot be played. */
export type LoadedSound = { kind: "ready"; sound: Sound } | { kind: "unavailable"; reason: ContentFailure };

type SegmentSounds = { original: Promise<LoadedSound>; translation: Promise<LoadedSound> };

export type SegmentAudio = {
  /** The original and the translation of a segment, fetched once and kept; a failed fetch is tried again when asked. */
  sounds: (index: number) => SegmentSounds;
  /** The waveform of a segment's original, 0 to 1; placeholder bars if it cannot be decoded. */
  peaks: (index: number) => Promise<Float32Array>;
  /** Gives up what is still on its way. */
  dispose: () => void;
};

/** Only the neighbourhood of the current segment is kept in memory. */
const keptSegments = 3;

/** The recordings of a scenario whose files stand in `folder`. */
export function openSegmentAudio(folder: string, segments: readonly Segment[]): SegmentAudio {
  const held = new Map<number, SegmentSounds>();
  const leaving = new AbortController();

  const load = async (index: number, path: string): Promise<LoadedSound> => {
    try {
      return { kind: "ready", sound: { data: await fetchAudio(path, leaving.signal), type: "audio/mpeg" } };
    } catch (error) {
      held.delete(index);
      return { kind: "unavailable", reason: error instanceof ContentError ? error.reason : "unreachable" };
    }
  };

  const sounds = (index: number): SegmentSounds => {
    const known = held.get(index);
    if (known) return known;
    const segment = segments[index];
    if (!segment) throw new RangeError(`There is no segment ${index}`);
    const paths = audioPaths(folder, segment);
    const loading = { original: load(index, paths.original), translation: load(index, paths.translation) };
    held.set(index, loading);
    for (const other of held.keys()) if (Math.abs(other - index) >= keptSegments) held.delete(other);
    return loading;
  };

  return {
    sounds,
    peaks: async (index) => {
      const original = await sounds(index).original;
      if (original.kind === "ready") {
        const peaks = await readPeaks(original.sound.data, originalPeakCount).catch(() => null);
        if (peaks) return peaks;
      }
      return normalisePeaks(placeholderPeaks(originalPeakCount, index));
    },
    dispose: () => leaving.abort(),
  };
}
