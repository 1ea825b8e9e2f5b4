import { audioPaths, type Segment } from "../../../../domain/scenario.ts";
import { normalisePeaks, originalPeakCount, readPeaks } from "./audio/peaks.ts";
import { placeholderPeaks } from "./audio/waveform-geometry.ts";
import { whenIdle } from "./audio/when-idle.ts";
import { keepGrantsFresh, requireLeave } from "./content.ts";
import { type ContentAudio, loadingOrder } from "./loading-order.ts";
import type { Observable } from "./observable.ts";
import type { SoundLoader } from "./sound-loader.ts";
import { createSoundShelf, type LoadedSound, type SegmentSounds, unavailable } from "./sound-shelf.ts";

export type SegmentAudio = {
  /** Loads a segment's recordings, then ahead of time the next one's; again by itself when the network is back. */
  open: (index: number) => void;
  /** A recording, if the learner may hear it now; one that could not be loaded is tried again. */
  sound: (index: number, audio: ContentAudio) => Promise<LoadedSound>;
  /** How far the recordings of the segment opened last have come. */
  states: Observable<SegmentSounds>;
  /** The waveform of a segment's original, 0 to 1; placeholder bars if it cannot be loaded or decoded. */
  peaks: (index: number) => Promise<Float32Array>;
  /** Gives up what is still on its way. */
  dispose: () => void;
};

/** Waveforms of originals, each decoded once. */
function createPeakReader(take: (index: number) => Promise<LoadedSound>): SegmentAudio["peaks"] {
  const read = new Map<number, Promise<Float32Array>>();
  const decode = async (index: number): Promise<Float32Array> => {
    const original = await take(index);
    if (original.kind === "ready") {
      await whenIdle();
      const start = performance.now();
      const peaks = await readPeaks(original.sound.data, originalPeakCount).catch(() => null);
      performance.measure("decode-original", { start });
      if (peaks) return peaks;
    }
    read.delete(index);
    return normalisePeaks(placeholderPeaks(originalPeakCount, index));
  };
  return (index) => {
    const known = read.get(index) ?? decode(index);
    read.set(index, known);
    return known;
  };
}

/** The recordings of a scenario whose files stand in `folder`. */
export function openSegmentAudio(folder: string, segments: readonly Segment[], load: SoundLoader): SegmentAudio {
  const pathOf = (index: number, audio: ContentAudio): string => {
    const segment = segments[index];
    if (!segment) throw new RangeError(`There is no segment ${index}`);
    return audioPaths(folder, segment)[audio];
  };
  const shelf = createSoundShelf({ load, pathOf });
  const peaks = createPeakReader((index) => shelf.take(index, "original"));
  const stopRenewing = keepGrantsFresh();
  let current = 0;
  let over = false;

  const open = async (opened: number) => {
    current = opened;
    shelf.moveTo(opened);
    for (const { index, audio } of loadingOrder(opened, segments.length)) {
      // One after the other, so that on a slow network the most urgent one has all of it.
      const loaded = await shelf.take(index, audio);
      // A press of Play comes first.
      await whenIdle();
      if (over || current !== opened) return;
      if (loaded.kind === "ready" && audio === "original") void peaks(index);
      if (loaded.kind === "unavailable" && loaded.reason === "missing") {
        // biome-ignore lint/suspicious/noConsole: the product promises a warning about a missing file, and goes on.
        console.warn(`${pathOf(index, audio)} is missing`);
      }
    }
  };
  const openAgain = () => void open(current);
  window.addEventListener("online", openAgain);

  return {
    open: (index) => void open(index),
    sound: async (index, audio) => {
      const loaded = await shelf.take(index, audio, true);
      // What was loaded while a plan lasted is not played after it.
      return requireLeave(pathOf(index, audio)).then(() => loaded, unavailable);
    },
    states: shelf.states,
    peaks,
    dispose: () => {
      over = true;
      window.removeEventListener("online", openAgain);
      stopRenewing();
      shelf.clear();
    },
  };
}
