import { decodeAudio } from "./decode-audio.ts";
import { frameSeconds, SpeechLevelMeter, type SpeechLevels } from "./speech-levels.ts";
import { findSpeechRanges, type TimeRange } from "./speech-ranges.ts";
import { openWav, type WavReader } from "./wav.ts";

export type SpeechFigures = {
  /** From the start of the audio to the first word. */
  readonly firstWordSeconds: number;
  /** From the start of the first word to the end of the last word, pauses included. */
  readonly spokenSeconds: number;
  /** Pauses between the first and the last word, each at least `shortestPauseSeconds` long, in order. */
  readonly pauses: readonly TimeRange[];
  /** The share of pauses in `spokenSeconds`, 0 to 1. */
  readonly pauseShare: number;
  /** 0 if there are no pauses. */
  readonly meanPauseSeconds: number;
  /** The mean level of speech without pauses, in dB relative to full scale. A sine of full scale has -3 dB. */
  readonly speechDb: number;
  readonly clippedSeconds: number;
};

function speechLevel({ decibels }: SpeechLevels, stretches: readonly TimeRange[]): number {
  let power = 0;
  let frames = 0;
  for (const { from, to } of stretches) {
    for (const level of decibels.subarray(Math.round(from / frameSeconds), Math.round(to / frameSeconds))) {
      power += 10 ** (level / 10);
      frames += 1;
    }
  }
  return 10 * Math.log10(power / frames);
}

function toSpeechFigures(levels: SpeechLevels): SpeechFigures | null {
  const stretches = findSpeechRanges(levels.decibels);
  const first = stretches.at(0);
  const last = stretches.at(-1);
  if (!first || !last) return null;
  const pauses = stretches.slice(1).map(({ from }, at) => ({ from: stretches[at]?.to ?? from, to: from }));
  const pauseSeconds = pauses.reduce((sum, { from, to }) => sum + to - from, 0);
  const spokenSeconds = last.to - first.from;
  return {
    firstWordSeconds: first.from,
    spokenSeconds,
    pauses,
    pauseShare: pauseSeconds / spokenSeconds,
    meanPauseSeconds: pauses.length === 0 ? 0 : pauseSeconds / pauses.length,
    speechDb: speechLevel(levels, stretches),
    clippedSeconds: levels.clippedSeconds,
  };
}

/**
 * @param samples mono, full scale is -1 to 1
 * @param sampleRate Hz
 */
export function measureSamples(samples: Float32Array, sampleRate: number): SpeechFigures | null {
  const meter = new SpeechLevelMeter(sampleRate);
  meter.push(samples);
  return toSpeechFigures(meter.levels());
}

const sliceSeconds = 30;

async function openAudio(data: ArrayBuffer): Promise<WavReader | null> {
  const wav = openWav(data);
  if (wav) return wav;
  const { channels, sampleRate } = await decodeAudio(data);
  const [samples] = channels;
  return samples ? { sampleRate, length: samples.length, read: (from, to) => samples.subarray(from, to) } : null;
}

/** @param rest its promise resolves when the next step may run, so that a long recording does not block the page */
export async function measureSpeech(data: ArrayBuffer, rest: () => Promise<void>): Promise<SpeechFigures | null> {
  const sound = await openAudio(data).catch(() => null);
  if (!sound) return null;
  const meter = new SpeechLevelMeter(sound.sampleRate);
  const slice = Math.round(sliceSeconds * sound.sampleRate);
  for (let from = 0; from < sound.length; from += slice) {
    await rest();
    meter.push(sound.read(from, Math.min(sound.length, from + slice)));
  }
  await rest();
  return toSpeechFigures(meter.levels());
}
