import { createLevelMonitor, type LevelMonitor } from "./level-monitor.ts";
import { recordingPeakCount } from "./peaks.ts";

/** Quieter speech than this is not blown up to full height, so that a weak microphone shows. */
const quietestFullHeight = 0.25;

/** A recording that is still running: how loud it is now, and its waveform, as wide as the time so far allows. */
export type LivePeaks = LevelMonitor & {
  /** @param peak the loudest sample of a block, 0 to 1; blocks are equally long. */
  add(peak: number): void;
  /** Peaks so far, 0 to 1, then zeros up to the fixed count; a view that the next `add` changes. */
  readonly peaks: Float32Array;
};

/**
 * When the places are used up, neighbours are joined and half the width is free again: the recording's length is not
 * known beforehand, and a scrolling picture would lose its beginning.
 * @param count even number of places.
 */
export function createLivePeaks(count: number = recordingPeakCount): LivePeaks {
  const hearing = createLevelMonitor();
  const heard = new Float32Array(count);
  const shown = new Float32Array(count);
  let blocksPerPlace = 1;
  let blocks = 0;

  const halve = () => {
    for (let at = 0; at < count / 2; at += 1) heard[at] = Math.max(heard[2 * at] ?? 0, heard[2 * at + 1] ?? 0);
    heard.fill(0, count / 2);
    blocks = (count / 2) * blocksPerPlace * 2;
    blocksPerPlace *= 2;
  };

  return {
    add(peak) {
      hearing.add(peak);
      if (blocks === count * blocksPerPlace) halve();
      const place = Math.floor(blocks / blocksPerPlace);
      heard[place] = Math.max(heard[place] ?? 0, peak);
      blocks += 1;
      const full = heard.reduce((most, value) => Math.max(most, value), quietestFullHeight);
      for (let at = 0; at < count; at += 1) shown[at] = (heard[at] ?? 0) / full;
    },
    peaks: shown,
    get level() {
      return hearing.level;
    },
    get isSilent() {
      return hearing.isSilent;
    },
  };
}
