import type { Signal } from "./correlate.ts";

const blockSeconds = 0.02;
const audiblePeak = 0.005;

export function audibleSeconds({ samples, sampleRate }: Signal): number {
  const length = Math.round(blockSeconds * sampleRate);
  let blocks = 0;
  for (let from = 0; from < samples.length; from += length) {
    if (samples.subarray(from, from + length).some((sample) => Math.abs(sample) > audiblePeak)) blocks += 1;
  }
  return blocks * blockSeconds;
}
