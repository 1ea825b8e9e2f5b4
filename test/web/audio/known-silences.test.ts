import { describe, expect, it } from "vitest";
import type { LanguageName } from "../../../domain/content/language.ts";
import { measureSamples, type SpeechFigures } from "../../../web/src/audio/speech-figures.ts";
import { decodeWav, encodeWav, recordingSampleRate } from "../../../web/src/audio/wav.ts";
import {
  addRoomNoise,
  addVaryingRoomNoise,
  hasEspeak,
  type KnownSpeech,
  packLanguages,
  synthesiseSpeech,
} from "./known-speech.ts";

const silences = [1.3, 0.3, 0.8, 2, 0.6];
const total = silences.slice(1, -1).reduce((sum, seconds) => sum + seconds, 0);

function measured(samples: Float32Array): SpeechFigures {
  const recording = decodeWav(encodeWav(samples));
  const figures = recording && measureSamples(recording.samples, recording.sampleRate);
  if (!figures) throw new Error("No speech was found.");
  return figures;
}

/** In seconds; infinite if a pause is missing or extra. */
function furthestOff({ first, last, pauses }: KnownSpeech, figures: SpeechFigures): number {
  if (figures.pauses.length !== pauses.length) return Number.POSITIVE_INFINITY;
  const off = pauses.flatMap(({ from, to }, at) => {
    const found = figures.pauses[at];
    return found ? [found.from - from, found.to - to] : [];
  });
  off.push(figures.firstWordSeconds - first, figures.firstWordSeconds + figures.spokenSeconds - last);
  return Math.round(Math.max(...off.map(Math.abs)) * 1000) / 1000;
}

const loudened = (samples: Float32Array, gain: number) => samples.map((sample) => sample * gain);

/** `within` is the allowed error of a boundary, in seconds. */
const ways: readonly (readonly [name: string, way: (samples: Float32Array) => Float32Array, within: number])[] = [
  ["in perfect silence", (samples) => samples, 0.03],
  ["in a quiet room", (samples) => addRoomNoise(samples, 45), 0.03],
  ["in a room with a fan", (samples) => addRoomNoise(samples, 25), 0.1],
  ["in a room whose noise comes and goes", (samples) => addVaryingRoomNoise(samples, 30), 0.1],
  ["with an offset", (samples) => samples.map((sample) => sample + 0.1), 0.03],
  ["very quietly", (samples) => loudened(samples, 0.01), 0.1],
  ["much too loudly", (samples) => loudened(samples, 10), 0.03],
];

describe.skipIf(!hasEspeak)("speech with known silences (skipped where espeak-ng is not installed)", () => {
  const languages: readonly LanguageName[] = ["english", ...packLanguages];
  for (const language of languages) {
    it(`is measured correctly in ${language}, with a woman's and a man's voice`, async () => {
      for (const sex of ["woman", "man"] as const) {
        const known = await synthesiseSpeech(language, sex, silences);
        for (const [name, way, within] of ways) {
          const figures = measured(way(known.samples));
          expect(furthestOff(known, figures), `${sex}, ${name}`).toBeLessThanOrEqual(within);
          expect(figures.meanPauseSeconds, `${sex}, ${name}`).toBeCloseTo(total / 3, 0);
        }
        const { pauseShare, spokenSeconds } = measured(known.samples);
        expect(spokenSeconds).toBeCloseTo(known.last - known.first, 1);
        expect(pauseShare).toBeCloseTo(total / (known.last - known.first), 1);
      }
    });
  }

  it("is measured without a pause if one clause fills the recording", async () => {
    for (const language of languages) {
      const known = await synthesiseSpeech(language, "man", [0, 0]);
      const { pauses, spokenSeconds } = measured(addRoomNoise(known.samples, 40));
      expect(pauses, language).toEqual([]);
      expect(spokenSeconds, language).toBeGreaterThan(known.last - 0.25);
    }
  });

  it("has a level that follows the volume", async () => {
    const { samples } = await synthesiseSpeech("english", "woman", silences);
    const { speechDb, clippedSeconds } = measured(samples);
    expect(clippedSeconds).toBe(0);
    expect(measured(loudened(samples, 0.1)).speechDb).toBeCloseTo(speechDb - 20, 1);
    const tooLoud = loudened(samples, 10);
    // One or two samples in a row at the limit do not count as clipped, so the expected time is an estimate.
    const expected = tooLoud.filter((sample) => Math.abs(sample) > 1).length / recordingSampleRate;
    expect(expected).toBeGreaterThan(0.1);
    const found = measured(tooLoud).clippedSeconds;
    expect(found).toBeGreaterThan(expected * 0.9);
    expect(found).toBeLessThanOrEqual(expected * 1.05);
  });
});
