import { frameSeconds, quietestDb } from "./speech-levels.ts";

/** A part of a sound, in seconds from its beginning. */
export type TimeRange = { readonly from: number; readonly to: number };

/** A silence within speech counts as a pause from here on, in seconds. */
export const shortestPauseSeconds = 0.25;

/** What is shorter, with a pause on either side, is no word but a click, a knock or a breath, in seconds. */
const shortestWordSeconds = 0.1;
/** How long a voice stays well above the threshold in a word, in frames: a keystroke is shorter. */
const voicedFrames = 4;

/** Vowels are so much louder than the room, at least, where somebody speaks; the noise of a room alone varies by less. */
const leastRangeDb = 12;
/** What is quieter throughout is the noise of the microphone, whatever it varies by, in dB below full scale. */
const faintestSpeechDb = -75;
/** The softest sounds of words are up to so much below its vowels; what is quieter is the echo of a room. */
const speechRangeDb = 36;
/** A room's noise stays within so much above its quiet moments. */
const noiseRangeDb = 6;
/** A threshold closer to the vowels would cut words to pieces. */
const leastBelowSpeechDb = 10;
/** How far above the threshold a voice rises in every word. */
const voicedAboveDb = 5;

/** Frames on either side over which levels are averaged, so that one does not stand for itself. */
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

/** The level that so great a part (0 to 1) of all frames does not exceed. */
function quantile(sorted: Float32Array, part: number): number {
  return sorted[Math.round(part * (sorted.length - 1))] ?? quietestDb;
}

/**
 * The level above which somebody speaks in this recording, in dB below full scale; null if nobody does. It lies above the
 * room's noise and within reach of the vowels, whichever is higher, so that neither the distance nor the gain of the
 * microphone matters.
 */
export function speechThreshold(decibels: Float32Array): number | null {
  const sorted = decibels.toSorted();
  const room = quantile(sorted, 0.1);
  const vowels = quantile(sorted, 0.97);
  if (vowels < faintestSpeechDb || vowels - room < leastRangeDb) return null;
  return Math.min(vowels - leastBelowSpeechDb, Math.max(room + noiseRangeDb, vowels - speechRangeDb));
}

type Run = { from: number; to: number; voiced: number };

/** Runs of frames above the threshold, in frames. */
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

/** Joins runs between which there is no pause. */
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
 * Where somebody speaks: stretches with pauses of at least `shortestPauseSeconds` between them, in order.
 * @param decibels the level of each frame, as `SpeechLevelMeter` measures it.
 */
export function findSpeechRanges(decibels: Float32Array): TimeRange[] {
  const levels = smoothed(decibels);
  const threshold = speechThreshold(levels);
  if (threshold === null) return [];
  return joined(runsAbove(levels, threshold))
    .filter(isWord)
    .map(({ from, to }) => ({ from: from * frameSeconds, to: to * frameSeconds }));
}
