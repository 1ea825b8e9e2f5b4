import { integratedLoudness } from "./loudness.ts";
import { leadIn, leadOut, peakOf, secondsOf, trim, type Waveform } from "./waveform.ts";

export type SourceMeasures = {
  /** In LUFS, of the trimmed recording; null if its loudness cannot be measured. */
  loudness: number | null;
  /** From the first to the last audible sample. */
  audibleSeconds: number;
  /** Share of samples that are cut off at the highest level, from 0 to 1. */
  clippedShare: number;
};

const nearPeak = 0.98;
/** Full scale is 1. */
const leastClippedPeak = 0.9;
/** Minimum number of consecutive samples at the same level that count as clipped. */
const plateauLength = 3;
const plateauStep = 0.002;

function clippedShareOf({ samples }: Waveform, peak: number): number {
  if (peak < leastClippedPeak) return 0;
  let clipped = 0;
  let run = 0;
  let before = 0;
  for (const sample of samples) {
    const isLevel = Math.abs(sample) >= nearPeak * peak && (run === 0 || Math.abs(sample - before) <= plateauStep);
    if (!isLevel && run >= plateauLength) clipped += run;
    run = isLevel ? run + 1 : 0;
    before = sample;
  }
  return (clipped + (run >= plateauLength ? run : 0)) / Math.max(1, samples.length);
}

export function measureSource(sound: Waveform): SourceMeasures {
  const trimmed = trim(sound);
  const loudness = integratedLoudness(trimmed);
  return {
    loudness: Number.isFinite(loudness) ? loudness : null,
    audibleSeconds: Math.max(0, secondsOf(trimmed) - leadIn - leadOut),
    clippedShare: clippedShareOf(sound, peakOf(sound)),
  };
}

const limits = {
  clippedShare: 0.005,
  /** In LUFS. If a quieter recording is amplified, the noise of the room may become audible. */
  loudness: -38,
  audibleSeconds: 0.3,
};

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Returns faults that processing cannot repair, each as the end of a sentence. */
export function findSourceAdvice({ loudness, audibleSeconds, clippedShare }: SourceMeasures): string[] {
  const advice: string[] = [];
  if (clippedShare >= limits.clippedShare) {
    const share = format.format(100 * clippedShare);
    advice.push(
      `was recorded too loudly: ${share} % of it is cut off at the highest level; record it again with less gain`,
    );
  }
  if (loudness !== null && loudness < limits.loudness) {
    advice.push(`was recorded too quietly (${format.format(loudness)} LUFS); record it again nearer to the microphone`);
  }
  if (audibleSeconds < limits.audibleSeconds) {
    advice.push(`has only ${format.format(audibleSeconds)} seconds of sound; record it again`);
  }
  return advice;
}
