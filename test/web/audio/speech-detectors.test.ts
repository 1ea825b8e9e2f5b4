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
/** Before, between and after two recordings, in seconds. */
const silences = [1.2, 0.6, 0.7];
/** How far from each other two detectors may find the same boundary, in seconds. */
const tolerance = 0.1;

let decoder: Mp3Decoder;
let neural: NeuralDetector;

beforeAll(async () => {
  [decoder, neural] = await Promise.all([startMp3Decoder(), startNeuralDetector()]);
});
afterAll(() => decoder.free());

/** Two recordings of the pack in a language, one after the other; where they begin and end is known. */
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

/** The silences of a take that is known to begin and end with one. */
function silencesOf(stretches: readonly TimeRange[], seconds: number): TimeRange[] {
  const edges = [0, ...stretches.flatMap(({ from, to }) => [from, to]), seconds];
  return edges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: edges[at + 1] ?? seconds }] : []));
}

const overlaps = (one: TimeRange, other: TimeRange) => Math.min(one.to, other.to) > Math.max(one.from, other.from);

/**
 * Silences that are found by one alone. Where both judge alike and differ by the tolerance, one of them may still take a
 * silence of just the shortest length for none; longer ones both must find.
 */
function foundAlone(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  return some.filter(
    (silence) =>
      silence.to - silence.from >= shortestPauseSeconds + tolerance &&
      !others.some((other) => overlaps(silence, other)),
  );
}

/** How much later each silence begins and ends for one than for the other, in seconds; only those that both find. */
function laterBy(some: readonly TimeRange[], others: readonly TimeRange[]): { from: number; to: number }[] {
  return some.flatMap((silence) => {
    const other = others.find((each) => overlaps(silence, each));
    return other ? [{ from: silence.from - other.from, to: silence.to - other.to }] : [];
  });
}

/** The silences of takes, each as long as it is known, and as it is found in a room. */
type Found = { known: TimeRange[]; byLevel: TimeRange[]; byNetwork: TimeRange[] };

/**
 * A network that remembers what it heard a moment ago notices late that somebody has begun or ended: how late, in seconds,
 * is told by where the recordings are known to begin and end. That much is no disagreement.
 */
function lagOf(found: readonly Found[]): { from: number; to: number } {
  const late = found.flatMap(({ known, byNetwork }) => laterBy(byNetwork, known));
  return { from: median(late.map(({ from }) => from)), to: median(late.map(({ to }) => to)) };
}

/** How far apart both find each boundary, in seconds; infinite for both ends of a silence that one alone finds. */
function apart({ byLevel, byNetwork }: Found, lag: { from: number; to: number }): number[] {
  const theirs = byNetwork.map(({ from, to }) => ({ from: from - lag.from, to: to - lag.to }));
  const shared = laterBy(byLevel, theirs).flatMap(({ from, to }) => [Math.abs(from), Math.abs(to)]);
  const alone = [...foundAlone(byLevel, theirs), ...foundAlone(theirs, byLevel)];
  return [...shared, ...alone.flatMap(() => [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])];
}

async function findIn(language: string, below: number): Promise<Found> {
  const { samples, first, last, pauses } = await speechIn(language);
  const seconds = samples.length / recordingSampleRate;
  const take = addRoomNoise(samples, below);
  return {
    known: [{ from: 0, to: first }, ...pauses, { from: last, to: seconds }],
    byLevel: silencesOf(spokenByLevel(take), seconds),
    byNetwork: silencesOf(await neural(take, shortestPauseSeconds), seconds),
  };
}

describe("what levels tell, beside a neural network", () => {
  const rooms = [
    ["a quiet room", 40],
    ["a room with a fan", 30],
  ] as const;
  for (const [name, below] of rooms) {
    it(`are the same boundaries in ${name}, 95 in 100 within a tenth of a second`, async () => {
      const found: Found[] = [];
      for (const language of packLanguages) found.push(await findIn(language, below));
      const lag = lagOf(found);
      const all = found.flatMap((take) => apart(take, lag));
      expect(all.length).toBeGreaterThan(packLanguages.length * 2 * silences.length);
      const agreed = all.filter((seconds) => seconds <= tolerance);
      expect(agreed.length / all.length).toBeGreaterThanOrEqual(0.95);
    });
  }
});
