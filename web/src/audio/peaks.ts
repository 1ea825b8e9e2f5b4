import { decodeAudio } from "./decode-audio.ts";

/** What a sound looks like: its peaks, each 0 to 1, and how long it is, in seconds; 0 where that is not known. */
export type WaveformData = { peaks: Float32Array; seconds: number };

/** How many peaks the original has. */
export const originalPeakCount = 800;
/** How many peaks the learner's recording has. */
export const recordingPeakCount = 200;

/** Below this the loudest peak is noise, which must not be blown up to full height. */
const silenceThreshold = 0.001;

function loudest(channel: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(channel[at] ?? 0));
  return peak;
}

/** The loudest sample of each of `count` equal stretches, over all channels; few samples are shared by neighbours. */
export function reduceToPeaks(channels: readonly Float32Array[], count: number): Float32Array {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  return Float32Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * length) / count));
    return Math.max(0, ...channels.map((channel) => loudest(channel, from, to)));
  });
}

/** Scales peaks so that the highest is 1; near silence stays as flat as it is. */
export function normalisePeaks(peaks: Float32Array): Float32Array {
  const highest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  return highest < silenceThreshold ? peaks : peaks.map((peak) => peak / highest);
}

/**
 * Decodes an audio file and gives its length and `count` peaks.
 * @throws {DOMException} when the browser cannot decode it; show `flatShape` then.
 */
export async function computeWaveformData(data: ArrayBuffer, count: number): Promise<WaveformData> {
  const { channels, seconds } = await decodeAudio(data);
  return { peaks: normalisePeaks(reduceToPeaks(channels, count)), seconds };
}

/** What stands for a sound that cannot be loaded or decoded: a flat line, since nothing is known of it. */
export function flatWaveformData(count: number): WaveformData {
  return { peaks: new Float32Array(count), seconds: 0 };
}
