import { frameSeconds, quietestDb } from "./speech-levels.ts";

/** In seconds from the start of the audio. */
export type TimeRange = { readonly from: number; readonly to: number };

export const shortestPauseSeconds = 0.25;

/** Shorter sounds between pauses are usually clicks, knocks or breaths. */
const shortestWordSeconds = 0.1;
/** A word has at least this many frames that exceed the threshold by `voicedAboveDb`. A keystroke usually has fewer. */
const voicedFrames = 4;

/** The minimum distance in dB of the vowels from the room's level. The noise of a room usually varies less. */
const leastRangeDb = 12;
/** In dB relative to full scale. Quieter levels are taken for the microphone's noise, not for vowels. */
const faintestSpeechDb = -75;
/** The threshold is at most this many dB below the vowels. Quieter sound may be echo. */
const speechRangeDb = 36;
/** The threshold is at least this many dB above the room's level, unless `leastBelowSpeechDb` requires a lower one. */
const noiseRangeDb = 6;
/** The threshold is at least this many dB below the vowels. A higher threshold would split words. */
const leastBelowSpeechDb = 10;
const voicedAboveDb = 5;

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

/** @param part 0 to 1 */
function quantile(sorted: Float32Array, part: number): number {
  return sorted[Math.round(part * (sorted.length - 1))] ?? quietestDb;
}

/**
 * Returns dB relative to full scale; null without speech. The threshold follows the room's noise and the vowels,
 * because microphones differ in distance and gain.
 */
export function speechThreshold(decibels: Float32Array): number | null {
  const sorted = decibels.toSorted();
  const room = quantile(sorted, 0.1);
  const vowels = quantile(sorted, 0.97);
  if (vowels < faintestSpeechDb || vowels - room < leastRangeDb) return null;
  return Math.min(vowels - leastBelowSpeechDb, Math.max(room + noiseRangeDb, vowels - speechRangeDb));
}

/** In frames; `to` is exclusive. */
type Run = { from: number; to: number; voiced: number };

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

/** @param decibels the level of each frame, as `SpeechLevelMeter` returns it */
export function findSpeechRanges(decibels: Float32Array): TimeRange[] {
  const levels = smoothed(decibels);
  const threshold = speechThreshold(levels);
  if (threshold === null) return [];
  return joined(runsAbove(levels, threshold))
    .filter(isWord)
    .map(({ from, to }) => ({ from: from * frameSeconds, to: to * frameSeconds }));
}
