import { audioPaths, type Segment } from "../../../../domain/content/pack.ts";
import {
  computeWaveformData,
  flatWaveformData,
  originalPeakCount,
  recordingPeakCount,
  type WaveformData,
} from "../../audio/peaks.ts";
import type { Observable } from "../../browser/observable.ts";
import { whenIdle } from "../../browser/timing.ts";
import type { AudioLoader } from "./audio-files.ts";
import { keepGrantsFresh } from "./content.ts";
import { createSegmentAudioCache } from "./internal/segment-audio-cache.ts";
import { requireAccess } from "./kept-access.ts";
import type { AudioStates, ContentAudio, LoadedAudio } from "./loaded-audio.ts";

/** The most urgent file comes first. */
export function loadingOrder(current: number, segmentCount: number): { index: number; audio: ContentAudio }[] {
  return [current, current + 1]
    .filter((index) => index >= 0 && index < segmentCount)
    .flatMap((index) => [
      { index, audio: "original" as const },
      { index, audio: "translation" as const },
    ]);
}

export type SegmentAudio = {
  /** Also loads the next segment. Loads again when the network returns. */
  open: (index: number) => void;
  /** Checks the learner's current access, even for a loaded file. Loads again after a failure. */
  loadAudio: (index: number, audio: ContentAudio) => Promise<LoadedAudio>;
  /** Load states of the last opened segment. */
  states: Observable<AudioStates>;
  /** Returns a flat waveform if the file cannot be loaded or decoded. */
  loadWaveform: (index: number, audio: ContentAudio) => Promise<WaveformData>;
  dispose: () => void;
};

const peakCounts: Record<ContentAudio, number> = { original: originalPeakCount, translation: recordingPeakCount };

function createWaveformReader(
  take: (index: number, audio: ContentAudio) => Promise<LoadedAudio>,
): SegmentAudio["loadWaveform"] {
  const read = new Map<string, Promise<WaveformData>>();
  const decode = async (key: string, index: number, audio: ContentAudio): Promise<WaveformData> => {
    const loaded = await take(index, audio);
    if (loaded.kind === "ready") {
      await whenIdle();
      const start = performance.now();
      const shape = await computeWaveformData(loaded.sound.data, peakCounts[audio]).catch(() => null);
      performance.measure(`decode-${audio}`, { start });
      if (shape) return shape;
    }
    read.delete(key);
    return flatWaveformData(peakCounts[audio]);
  };
  return (index, audio) => {
    const key = `${index} ${audio}`;
    const known = read.get(key) ?? decode(key, index, audio);
    read.set(key, known);
    return known;
  };
}

export function createSegmentAudio(folder: string, segments: readonly Segment[], load: AudioLoader): SegmentAudio {
  const pathOf = (index: number, audio: ContentAudio): string => {
    const segment = segments[index];
    if (!segment) throw new RangeError(`There is no segment ${index}`);
    return audioPaths(folder, segment)[audio];
  };
  const audioCache = createSegmentAudioCache({ load, requireGrant: requireAccess, pathOf });
  const shapeOf = createWaveformReader(audioCache.load);
  const stopRenewing = keepGrantsFresh();
  let current = 0;
  let loading = new AbortController();

  const open = async (opened: number) => {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    current = opened;
    audioCache.moveTo(opened);
    for (const { index, audio } of loadingOrder(opened, segments.length)) {
      // Loads one file after the other, so that the most urgent file has the whole bandwidth.
      const loaded = await audioCache.load(index, audio);
      // Waits, so that playback has priority if the learner presses Play meanwhile.
      await whenIdle();
      if (signal.aborted) return;
      if (loaded.kind === "ready") void shapeOf(index, audio);
      if (loaded.kind === "unavailable" && loaded.reason === "missing") {
        // biome-ignore lint/suspicious/noConsole: the specification requires a warning about a missing file.
        console.warn(`${pathOf(index, audio)} is missing`);
      }
    }
  };
  const openAgain = () => void open(current);
  window.addEventListener("online", openAgain);

  return {
    open: (index) => void open(index),
    loadAudio: (index, audio) => audioCache.load(index, audio, true),
    states: audioCache.states,
    loadWaveform: shapeOf,
    dispose: () => {
      loading.abort();
      window.removeEventListener("online", openAgain);
      stopRenewing();
      audioCache.clear();
    },
  };
}
