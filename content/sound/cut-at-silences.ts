import { secondsOf, type Waveform } from "./waveform.ts";

/** A stretch of a sound, in seconds from its beginning. */
export type Span = { from: number; to: number };

/** How long a pause is at least that parts two segments, in seconds, unless said otherwise; within a sentence they are shorter. */
export const defaultPauseSeconds = 1;
/** What is heard for less, in seconds, is a click or a door, and no speech. */
const minSpeechSeconds = 0.12;

/** In seconds; boundaries are found as exactly. */
const windowSeconds = 0.01;
/** How far below the loudest speech it is still speech, in dB. */
const speechRange = 30;
/** How far above the noise of the room speech is at least, and below its own loudest moments at most, in dB. */
const noiseMargin = 10;

/**
 * Finds where somebody speaks in a long recording: what is loud for this recording, between pauses.
 * @param shortestPause in seconds; at a shorter one nothing is cut
 */
export function findSpeechSpans(sound: Waveform, shortestPause = defaultPauseSeconds): Span[] {
  const levels = windowLevels(sound);
  const threshold = speechThreshold(levels);
  const spans: Span[] = [];
  for (const [at, level] of levels.entries()) {
    if (level < threshold) continue;
    const from = at * windowSeconds;
    const to = Math.min(from + windowSeconds, secondsOf(sound));
    const last = spans.at(-1);
    if (last && from - last.to < shortestPause) last.to = to;
    else spans.push({ from, to });
  }
  return spans.filter(({ from, to }) => to - from >= minSpeechSeconds);
}

/** The level of each window, in dB below full scale. */
function windowLevels({ samples, rate }: Waveform): number[] {
  const size = Math.round(windowSeconds * rate);
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, index) => {
    const window = samples.subarray(index * size, (index + 1) * size);
    const power = window.reduce((sum, sample) => sum + sample * sample, 0) / window.length;
    return 10 * Math.log10(power);
  });
}

function speechThreshold(levels: readonly number[]): number {
  const sorted = levels.toSorted((a, b) => a - b);
  const levelAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
  // Not the very loudest, which may be a knock against the microphone.
  const loudest = levelAt(0.98);
  if (loudest === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return Math.max(loudest - speechRange, Math.min(levelAt(0.05) + noiseMargin, loudest - noiseMargin));
}
