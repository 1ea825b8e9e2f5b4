import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { espeak } from "../../../content/voices/espeak.ts";
import type { Sex } from "../../../content/voices/voice.ts";
import type { LanguageName } from "../../../domain/content/language.ts";
import { SegmentList } from "../../../domain/content/pack.ts";
import { resample } from "../../../web/src/audio/resample.ts";
import type { TimeRange } from "../../../web/src/audio/speech-ranges.ts";
import { recordingSampleRate } from "../../../web/src/audio/wav.ts";

export const hasEspeak = spawnSync("espeak-ng", ["--version"]).status === 0;

const pack = path.join(import.meta.dirname, "../../../content/pack");

export const packLanguages = readdirSync(pack) as LanguageName[];

/** Punctuation at which a synthesiser may pause. */
const punctuation = /[.,;:!?।॥،؛؟۔。，、；：！？…–—()"“”'’]/;

function clausesOf(language: LanguageName, count: number): string[] {
  const home = path.join(pack, language === "english" ? "nepali" : language);
  const [file] = readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((name) => name.split(path.sep).length === 3 && name.endsWith("metadata.json"))
    .sort();
  if (!file) throw new Error(`The pack has no dialogue in ${language}.`);
  const segments = SegmentList.parse(JSON.parse(readFileSync(path.join(home, file), "utf8")));
  const texts = segments.map(({ original_language, original_script, translated_script }) =>
    (original_language === "english") === (language === "english") ? original_script : translated_script,
  );
  const clauses = texts.flatMap((text) => text.split(punctuation)).map((clause) => clause.trim());
  return clauses.filter(({ length }) => length >= 6 && length <= 60).slice(0, count);
}

/** A share of the loudest sample (-34 dB). Quieter sound at the start and the end counts as silence. */
const audibleShare = 0.02;

const peakOf = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** @param peak the highest level of the recording to which the samples belong */
export function trimSilence(samples: Float32Array, peak = peakOf(samples)): Float32Array {
  const isAudible = (sample: number) => Math.abs(sample) >= audibleShare * peak;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

async function speak(language: LanguageName, sex: Sex, text: string): Promise<Float32Array> {
  const { samples, rate } = await espeak.say({ language, sex, text });
  return resample(samples, rate, recordingSampleRate);
}

/** Samples at `recordingSampleRate`. Times are in seconds. The speech starts at `first` and ends at `last`. */
export type KnownSpeech = { samples: Float32Array; first: number; last: number; pauses: readonly TimeRange[] };

/** @param silences in seconds: before, between and after the parts */
export function joinWithSilences(spoken: readonly Float32Array[], silences: readonly number[]): KnownSpeech {
  const silent = silences.map((seconds) => new Float32Array(Math.round(seconds * recordingSampleRate)));
  const parts = silent.flatMap((silence, at) => [silence, spoken[at] ?? new Float32Array()]);
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  const stretches: TimeRange[] = [];
  let at = 0;
  parts.forEach((part, order) => {
    samples.set(part, at);
    if (order % 2 === 1 && part.length > 0) {
      stretches.push({ from: at / recordingSampleRate, to: (at + part.length) / recordingSampleRate });
    }
    at += part.length;
  });
  const pauses = stretches.slice(1).map(({ from }, order) => ({ from: stretches[order]?.to ?? 0, to: from }));
  return { samples, first: stretches[0]?.from ?? 0, last: stretches.at(-1)?.to ?? 0, pauses };
}

/** @param silences in seconds: before, between and after the clauses */
export async function synthesiseSpeech(
  language: LanguageName,
  sex: Sex,
  silences: readonly number[],
): Promise<KnownSpeech> {
  const clauses = clausesOf(language, silences.length - 1);
  const spoken = await Promise.all(clauses.map((text) => speak(language, sex, text)));
  const peak = Math.max(...spoken.map(peakOf));
  return joinWithSilences(
    spoken.map((samples) => trimSilence(samples, peak)),
    silences,
  );
}

function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Returns a function whose calls return pseudorandom numbers from -1 to 1. */
export function seededNoise(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/**
 * Adds the noise of a room: a hiss, and a rumble of the same power.
 * @param below how far the level of the hiss is below the level of the samples, in dB
 */
export function addRoomNoise(samples: Float32Array, below: number, seed = 1): Float32Array {
  const noise = seededNoise(seed);
  const amplitude = rootMeanSquare(samples) * 10 ** (-below / 20) * Math.sqrt(3);
  return samples.map((sample, at) => {
    const rumble = Math.SQRT2 * Math.sin((2 * Math.PI * 50 * at) / recordingSampleRate);
    return sample + amplitude * (noise() + rumble / Math.sqrt(3));
  });
}

export function addVaryingRoomNoise(samples: Float32Array, below: number, seed = 2): Float32Array {
  const change = seededNoise(seed);
  const noisy = addRoomNoise(samples, below);
  let decibels = 0;
  return samples.map((sample, at) => {
    if (at % (recordingSampleRate / 20) === 0) decibels = 0.7 * decibels + 2 * change();
    return sample + ((noisy[at] ?? sample) - sample) * 10 ** (decibels / 20);
  });
}
