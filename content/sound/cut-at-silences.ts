import { secondsOf, type Waveform } from "./waveform.ts";

/** In seconds from the start. */
export type Span = { from: number; to: number };

/** Pauses within a sentence are usually shorter. */
export const defaultPauseSeconds = 1;
/** Shorter spans count as noise, such as a click. */
const minSpeechSeconds = 0.12;

const windowSeconds = 0.01;
/** Maximum difference between the loudest and the quietest speech of a recording, in dB. */
const speechRange = 30;
/**
 * Minimum distance of the threshold from the noise of the room, and from the loudest speech, in dB. The distance from
 * the loudest speech has precedence.
 */
const noiseMargin = 10;

/** @param shortestPause in seconds */
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

/** In dB. Full scale is 0 dB. */
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
  // This is the 98th percentile, because the maximum may be a knock against the microphone.
  const loudest = levelAt(0.98);
  if (loudest === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return Math.max(loudest - speechRange, Math.min(levelAt(0.05) + noiseMargin, loudest - noiseMargin));
}
