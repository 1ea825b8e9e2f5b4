export type LevelMonitor = {
  /** @param peak the loudest sample of a block, usually of 20 ms, 0 to 1 */
  add(peak: number): void;
  readonly level: number;
  readonly isSilent: boolean;
};

/** As a fraction of full scale. At a usual distance from the microphone, speech is louder than this. */
export const quietestSpeech = 0.01;
/** As a fraction of full scale. A working microphone usually has at least this much noise. */
const quietestNoise = 0.0005;
/** Five seconds, in blocks of 20 ms. */
const maxSilentBlocks = 250;

/**
 * Before the first word, a quiet room counts as silent. After the first word, the learner may pause to think, so only a
 * missing signal counts as silent.
 */
export function createLevelMonitor(): LevelMonitor {
  let level = 0;
  let silentBlocks = 0;
  let hasSpoken = false;
  return {
    add(peak) {
      level = peak;
      hasSpoken ||= peak >= quietestSpeech;
      silentBlocks = peak < (hasSpoken ? quietestNoise : quietestSpeech) ? silentBlocks + 1 : 0;
    },
    get level() {
      return level;
    },
    get isSilent() {
      return silentBlocks >= maxSilentBlocks;
    },
  };
}

/** In dB relative to full scale. */
const meterFloor = -54;

export function meterFraction(peak: number): number {
  if (peak <= 0) return 0;
  const decibels = 20 * Math.log10(peak);
  return Math.max(0, Math.min(1, 1 - decibels / meterFloor));
}
