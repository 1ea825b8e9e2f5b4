import { decodeAudio } from "./decode-audio.ts";
import { frameSeconds, SpeechLevelMeter, type SpeechLevels } from "./speech-levels.ts";
import { findSpeechRanges, type TimeRange } from "./speech-ranges.ts";
import { openWav, type WavReader } from "./wav.ts";

/** What can be measured of how somebody spoke. */
export type SpeechFigures = {
  /** From the beginning of the sound to the first word, in seconds. */
  readonly firstWordSeconds: number;
  /** From the first word to the end of the last, pauses included, in seconds. */
  readonly spokenSeconds: number;
  /** The pauses between the first word and the last, none shorter than `shortestPauseSeconds`, in order. */
  readonly pauses: readonly TimeRange[];
  /** Part of `spokenSeconds` that is pauses, 0 to 1. */
  readonly pauseShare: number;
  /** Mean length of a pause, in seconds; 0 where there is none. */
  readonly meanPauseSeconds: number;
  /** Mean level of the speech without its pauses, in dB below full scale: a full sine has -3. */
  readonly speechDb: number;
  /** The time of all samples that are cut off at full scale, in seconds. */
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
 * What can be measured of how somebody spoke; null if no speech is found.
 * @param samples mono, full scale is -1 to 1.
 * @param sampleRate Hz.
 */
export function measureSamples(samples: Float32Array, sampleRate: number): SpeechFigures | null {
  const meter = new SpeechLevelMeter(sampleRate);
  meter.push(samples);
  return toSpeechFigures(meter.levels());
}

/** How much of a file is measured at a time, in seconds: a few milliseconds of work. */
const sliceSeconds = 30;

async function openAudio(data: ArrayBuffer): Promise<WavReader | null> {
  const wav = openWav(data);
  if (wav) return wav;
  const { channels, sampleRate } = await decodeAudio(data);
  const [samples] = channels;
  return samples ? { sampleRate, length: samples.length, read: (from, to) => samples.subarray(from, to) } : null;
}

/**
 * What can be measured of how somebody spoke in an audio file; null if no speech is found or nothing can be decoded.
 * @param rest settles when the next slice may be measured, so that a long take holds nothing up.
 */
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
