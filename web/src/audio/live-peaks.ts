import { createLevelMonitor, type LevelMonitor } from "./level-monitor.ts";
import { recordingPeakCount } from "./peaks.ts";

/**
 * As a fraction of full scale. Speech below this level is not scaled to full height, so that the learner notices a weak
 * microphone.
 */
const quietestFullHeight = 0.25;

export type LivePeaks = LevelMonitor & {
  add(peak: number): void;
  /** The scaled peaks so far, 0 to 1, followed by zeros. The next `add` changes the same array. */
  readonly peaks: Float32Array;
};

/**
 * When all peaks are used, neighbours are merged. Scrolling instead would hide the start of the recording.
 * @param count even
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
