/** Whether a microphone lets anything be heard. */
export type LevelMonitor = {
  /** @param peak the loudest sample of 20 ms, 0 to 1. */
  add(peak: number): void;
  /** The latest peak, 0 to 1. */
  readonly level: number;
  /** True while so little arrives that the learner should look after the microphone. */
  readonly isSilent: boolean;
};

/** Speech is louder than this, however far the microphone stands. */
export const quietestSpeech = 0.01;
/** A microphone that is on makes at least this much noise. */
const quietestNoise = 0.0005;
/** How many blocks of 20 ms may pass in silence: five seconds. */
const maxSilentBlocks = 250;

/**
 * Before the first word, a quiet room counts as deaf after five seconds; later a learner may think as long as it takes, and
 * only a microphone that gives nothing at all counts.
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

/** The quietest level that a meter shows, in decibels below the loudest. */
const meterFloor = -54;

/** How far a meter goes out for a peak of 0 to 1: 0 to 1, even steps being even steps to the ear. */
export function meterFraction(peak: number): number {
  if (peak <= 0) return 0;
  const decibels = 20 * Math.log10(peak);
  return Math.max(0, Math.min(1, 1 - decibels / meterFloor));
}
