import { highestPeak, loudnessTolerance, targetLoudness } from "../sound/finish-audio.ts";
import { integratedLoudness, truePeak } from "../sound/loudness.ts";
import { startMp3Decoder } from "../sound/mp3.ts";
import { isTruncatedMp3 } from "../sound/mp3-frames.ts";
import { peakOf, secondsOf, type Waveform } from "../sound/waveform.ts";

const minSeconds = 0.3;
/** Full scale is 1. */
const minPeak = 0.02;

/** Increase this number when the findings change. Remembered findings of another version are not used. */
export const audioCheckVersion = 1;

export type AudioToCheck = { mp3: Uint8Array; measure: boolean };

export type AudioFindings = { fault: string | undefined; advice: readonly string[]; seconds: number };

/** Wait for each `check` before the next call. Call `free` after use. */
export type AudioChecker = {
  check: (audio: AudioToCheck) => Promise<AudioFindings>;
  free: () => void;
};

export async function startAudioChecker(): Promise<AudioChecker> {
  const decoder = await startMp3Decoder();
  return {
    async check({ mp3, measure }) {
      const sound = await decoder.decode(mp3);
      const fault = findFault(mp3, sound);
      const advice = sound && !fault && measure ? findAdvice(sound) : [];
      return { fault, advice, seconds: sound ? secondsOf(sound) : 0 };
    },
    free: decoder.free,
  };
}

function findFault(mp3: Uint8Array, sound: Waveform | null): string | undefined {
  if (!sound) return "cannot be decoded as MP3";
  if (isTruncatedMp3(mp3)) return "ends too early: build or copy it again";
  if (secondsOf(sound) <= minSeconds) return `lasts no longer than ${minSeconds} seconds`;
  return peakOf(sound) >= minPeak ? undefined : "is silent";
}

const decibels = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function findAdvice(sound: Waveform): string[] {
  const loudness = integratedLoudness(sound);
  const peak = truePeak(sound);
  const advice: string[] = [];
  if (Math.abs(loudness - targetLoudness) > loudnessTolerance) {
    advice.push(`has a loudness of ${decibels.format(loudness)} LUFS; the target is ${targetLoudness}`);
  }
  // Allows 0.1 dB more, because peak meters differ.
  if (peak > highestPeak + 0.1)
    advice.push(`has peaks of ${decibels.format(peak)} dBTP; the maximum is ${highestPeak}`);
  if (isCutOff(sound)) advice.push("seems to be cut off: it begins or ends in the middle of a sound");
  if (silentShare(sound) > maxSilentShare) advice.push("is mostly silence");
  return advice;
}

const edgeSeconds = 0.02;
const maxSilentShare = 0.6;
const audibleShare = 0.02;
const frameSeconds = 0.025;

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

function isCutOff(sound: Waveform): boolean {
  const length = Math.round(edgeSeconds * sound.rate);
  const all = rootMeanSquare(sound.samples);
  // Skips `edgeSeconds` at the start, where the encoder adds padding.
  const edges = [sound.samples.subarray(length, 3 * length), sound.samples.subarray(-length)];
  return edges.some((part) => rootMeanSquare(part) > all);
}

function silentShare(sound: Waveform): number {
  const length = Math.round(frameSeconds * sound.rate);
  const threshold = audibleShare * peakOf(sound);
  let silent = 0;
  let frames = 0;
  for (let at = 0; at + length <= sound.samples.length; at += length) {
    frames += 1;
    if (rootMeanSquare(sound.samples.subarray(at, at + length)) < threshold) silent += 1;
  }
  return frames === 0 ? 1 : silent / frames;
}
