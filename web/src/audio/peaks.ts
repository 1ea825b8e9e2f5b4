import { decodeAudio } from "./decode-audio.ts";

/** Peaks of 0 to 1; `seconds` is 0 if unknown. */
export type WaveformData = { peaks: Float32Array; seconds: number };

export const originalPeakCount = 800;
export const recordingPeakCount = 200;

/** Audio with a lower maximum is treated as noise, which must not be scaled to full height. */
const silenceThreshold = 0.001;

function loudest(channel: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(channel[at] ?? 0));
  return peak;
}

export function reduceToPeaks(channels: readonly Float32Array[], count: number): Float32Array {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  return Float32Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * length) / count));
    return Math.max(0, ...channels.map((channel) => loudest(channel, from, to)));
  });
}

export function normalisePeaks(peaks: Float32Array): Float32Array {
  const highest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  return highest < silenceThreshold ? peaks : peaks.map((peak) => peak / highest);
}

/** @throws {DOMException} if the browser cannot decode the file */
export async function computeWaveformData(data: ArrayBuffer, count: number): Promise<WaveformData> {
  const { channels, seconds } = await decodeAudio(data);
  return { peaks: normalisePeaks(reduceToPeaks(channels, count)), seconds };
}

export function flatWaveformData(count: number): WaveformData {
  return { peaks: new Float32Array(count), seconds: 0 };
}
