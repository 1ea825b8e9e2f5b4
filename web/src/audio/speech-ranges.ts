import { frameSeconds, quietestDb } from "./speech-levels.ts";

/** A range of audio, in seconds from the start. */
export type TimeRange = { readonly from: number; readonly to: number };

/** The minimum length of a pause, in seconds. */
export const shortestPauseSeconds = 0.25;

/** In seconds. Shorter sounds between pauses are clicks, knocks or breaths. */
const shortestWordSeconds = 0.1;
/** The minimum number of frames of a word that exceed the threshold by `voicedAboveDb`. A keystroke has fewer. */
const voicedFrames = 4;

/** The minimum distance in dB of the vowels from the room's level. The room's own noise varies less. */
const leastRangeDb = 12;
/**
 * In dB relative to full scale. Quieter recordings contain only the microphone's noise, however much the noise varies.
 */
const faintestSpeechDb = -75;
/** The softest speech sounds are at most this many dB below the vowels. Quieter sound is echo. */
const speechRangeDb = 36;
/**
 * The minimum distance in dB of the threshold from the room's level. The room's noise varies less. If the vowels are
 * close to the room's level, `leastBelowSpeechDb` has priority.
 */
const noiseRangeDb = 6;
/** The minimum distance of the threshold from the vowels. A threshold closer to the vowels would split words. */
const leastBelowSpeechDb = 10;
/** The voice in a word exceeds the threshold by at least this many dB. */
const voicedAboveDb = 5;

/** A frame's level is averaged with this many frames on each side. */
const smoothing = 1;

function smoothed(decibels: Float32Array): Float32Array {
  const powers = new Float64Array(decibels).map((level) => 10 ** (level / 10));
  return decibels.map((_, at) => {
    const from = Math.max(0, at - smoothing);
    const to = Math.min(powers.length, at + smoothing + 1);
    let sum = 0;
    for (let near = from; near < to; near += 1) sum += powers[near] ?? 0;
    return 10 * Math.log10(sum / (to - from));
  });
}

/** Returns the level that a share (0 to 1) of all frames does not exceed. */
function quantile(sorted: Float32Array, part: number): number {
  return sorted[Math.round(part * (sorted.length - 1))] ?? quietestDb;
}

/**
 * Returns the level above which there is speech, in dB relative to full scale; null without speech. The level follows
 * the room's noise and the vowels, so the distance and gain of the microphone do not matter.
 */
export function speechThreshold(decibels: Float32Array): number | null {
  const sorted = decibels.toSorted();
  const room = quantile(sorted, 0.1);
  const vowels = quantile(sorted, 0.97);
  if (vowels < faintestSpeechDb || vowels - room < leastRangeDb) return null;
  return Math.min(vowels - leastBelowSpeechDb, Math.max(room + noiseRangeDb, vowels - speechRangeDb));
}

type Run = { from: number; to: number; voiced: number };

/** Returns runs of frames above the threshold, as frame indices. */
function runsAbove(levels: Float32Array, threshold: number): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  levels.forEach((level, at) => {
    if (level < threshold) {
      open = undefined;
      return;
    }
    if (!open) {
      open = { from: at, to: at, voiced: 0 };
      runs.push(open);
    }
    open.to = at + 1;
    if (level >= threshold + voicedAboveDb) open.voiced += 1;
  });
  return runs;
}

/** Merges runs without a pause between them. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last && (run.from - last.to) * frameSeconds < shortestPauseSeconds) {
      last.to = run.to;
      last.voiced += run.voiced;
    } else all.push({ ...run });
  }
  return all;
}

const isWord = ({ from, to, voiced }: Run) =>
  voiced >= voicedFrames && (to - from) * frameSeconds >= shortestWordSeconds;

/**
 * Finds speech: ranges with pauses of at least `shortestPauseSeconds` between them, in order.
 * @param decibels the level of each frame, as `SpeechLevelMeter` returns it
 */
export function findSpeechRanges(decibels: Float32Array): TimeRange[] {
  const levels = smoothed(decibels);
  const threshold = speechThreshold(levels);
  if (threshold === null) return [];
  return joined(runsAbove(levels, threshold))
    .filter(isWord)
    .map(({ from, to }) => ({ from: from * frameSeconds, to: to * frameSeconds }));
}
