import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audioFileRate, type Mp3Decoder, startMp3Decoder } from "../../../content/sound/mp3.ts";
import { SpeechLevelMeter } from "../../../web/src/audio/speech-levels.ts";
import { findSpeechRanges, shortestPauseSeconds, type TimeRange } from "../../../web/src/audio/speech-ranges.ts";
import { recordingSampleRate } from "../../../web/src/audio/wav.ts";
import { median } from "../../support/statistics.ts";
import { addRoomNoise, joinWithSilences, type KnownSpeech, packLanguages, trimSilence } from "./known-speech.ts";
import { type NeuralDetector, startNeuralDetector } from "./neural-detector.ts";

const pack = path.join(import.meta.dirname, "../../../content/pack");
/** The silences before, between and after two audio files, in seconds. */
const silences = [1.2, 0.6, 0.7];
/** The allowed difference between the detectors at a boundary, in seconds. */
const tolerance = 0.1;

let decoder: Mp3Decoder;
let neural: NeuralDetector;

beforeAll(async () => {
  [decoder, neural] = await Promise.all([startMp3Decoder(), startNeuralDetector()]);
});
afterAll(() => decoder.free());

async function speechIn(language: string): Promise<KnownSpeech> {
  const files = readdirSync(path.join(pack, language), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mp3"))
    .sort();
  const recordings: Float32Array[] = [];
  for (const file of files.slice(0, silences.length - 1)) {
    const decoded = await decoder.decode(await readFile(path.join(pack, language, file)));
    if (decoded?.rate !== audioFileRate) throw new Error(`${file} cannot be decoded.`);
    recordings.push(trimSilence(decoded.samples));
  }
  return joinWithSilences(recordings, silences);
}

function spokenByLevel(samples: Float32Array): TimeRange[] {
  const meter = new SpeechLevelMeter(recordingSampleRate);
  meter.push(samples);
  return findSpeechRanges(meter.levels().decibels);
}

/** Includes the silences before and after the speech. */
function silencesOf(stretches: readonly TimeRange[], seconds: number): TimeRange[] {
  const edges = [0, ...stretches.flatMap(({ from, to }) => [from, to]), seconds];
  return edges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: edges[at + 1] ?? seconds }] : []));
}

const overlaps = (one: TimeRange, other: TimeRange) => Math.min(one.to, other.to) > Math.max(one.from, other.from);

/** Ignores silences near the minimum length, because the other detector may measure them as too short. */
function foundAlone(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  return some.filter(
    (silence) =>
      silence.to - silence.from >= shortestPauseSeconds + tolerance &&
      !others.some((other) => overlaps(silence, other)),
  );
}

/** Returns by how many seconds each silence in `some` is later than the overlapping silence in `others`. */
function laterBy(some: readonly TimeRange[], others: readonly TimeRange[]): { from: number; to: number }[] {
  return some.flatMap((silence) => {
    const other = others.find((each) => overlaps(silence, each));
    return other ? [{ from: silence.from - other.from, to: silence.to - other.to }] : [];
  });
}

type Found = { known: TimeRange[]; byLevel: TimeRange[]; byNetwork: TimeRange[] };

/**
 * Returns the median delay of the network after the known boundaries, in seconds. The network has a memory, so its
 * delay does not count as a difference.
 */
function lagOf(found: readonly Found[]): { from: number; to: number } {
  const late = found.flatMap(({ known, byNetwork }) => laterBy(byNetwork, known));
  return { from: median(late.map(({ from }) => from)), to: median(late.map(({ to }) => to)) };
}

/** Returns the differences of the boundaries, in seconds; infinite for the silences of `foundAlone`. */
function apart({ byLevel, byNetwork }: Found, lag: { from: number; to: number }): number[] {
  const theirs = byNetwork.map(({ from, to }) => ({ from: from - lag.from, to: to - lag.to }));
  const shared = laterBy(byLevel, theirs).flatMap(({ from, to }) => [Math.abs(from), Math.abs(to)]);
  const alone = [...foundAlone(byLevel, theirs), ...foundAlone(theirs, byLevel)];
  return [...shared, ...alone.flatMap(() => [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])];
}

async function findIn(language: string, below: number): Promise<Found> {
  const { samples, first, last, pauses } = await speechIn(language);
  const seconds = samples.length / recordingSampleRate;
  const recording = addRoomNoise(samples, below);
  return {
    known: [{ from: 0, to: first }, ...pauses, { from: last, to: seconds }],
    byLevel: silencesOf(spokenByLevel(recording), seconds),
    byNetwork: silencesOf(await neural(recording, shortestPauseSeconds), seconds),
  };
}

describe("speech boundaries found by level and by a neural network", () => {
  const rooms = [
    ["a quiet room", 40],
    ["a room with a fan", 30],
  ] as const;
  for (const [name, below] of rooms) {
    it(`agree in ${name} to within 0.1 seconds in at least 95 percent of comparisons, apart from constant delays`, async () => {
      const found: Found[] = [];
      for (const language of packLanguages) found.push(await findIn(language, below));
      const lag = lagOf(found);
      const all = found.flatMap((recording) => apart(recording, lag));
      expect(all.length).toBeGreaterThan(packLanguages.length * 2 * silences.length);
      const agreed = all.filter((seconds) => seconds <= tolerance);
      expect(agreed.length / all.length).toBeGreaterThanOrEqual(0.95);
    });
  }
});
