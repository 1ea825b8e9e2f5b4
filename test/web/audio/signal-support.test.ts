import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWavHeader } from "../../../web/src/features/practice/audio/wav.ts";
import { correlate } from "../../e2e/support/correlate.ts";
import { followTake } from "../../e2e/support/follow-take.ts";
import { firstSyllableSeconds, makeSpeech, makeSpeechWav, markerSeconds } from "../../e2e/support/speech-wav.ts";

const rate = 48_000;
const speech = makeSpeech({ seconds: 4 });
const reference = { samples: speech, sampleRate: rate };

describe("makeSpeech", () => {
  it("has the length asked for and begins sharply", () => {
    expect(speech.length).toBe(4 * rate);
    expect(speech[0]).toBeCloseTo(0.6, 5);
    const gap = speech.slice(markerSeconds * rate, firstSyllableSeconds * rate);
    expect(gap.every((sample) => sample === 0)).toBe(true);
  });

  it("is the same for the same seed and another for another", () => {
    expect(makeSpeech({ seconds: 0.5, seed: 2 })).toEqual(makeSpeech({ seconds: 0.5, seed: 2 }));
    expect(makeSpeech({ seconds: 0.5, seed: 2 })).not.toEqual(makeSpeech({ seconds: 0.5, seed: 3 }));
  });

  it("is never too loud", () => {
    expect(speech.every((sample) => Math.abs(sample) <= 0.61)).toBe(true);
  });

  it("makes a file of that length", () => {
    expect(parseWavHeader(makeSpeechWav({ seconds: 1 }))).toMatchObject({ sampleRate: rate, durationSeconds: 1 });
  });
});

describe("correlate", () => {
  it("finds where a quieter excerpt at another rate was taken", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.double({ min: 0.05, max: 1, noNaN: true }), (percent, gain) => {
        const start = percent / 100;
        const other = makeSpeech({ seconds: 4, sampleRate: 24_000 });
        const samples = other.slice(start * 24_000, (start + 1.5) * 24_000).map((sample) => sample * gain);
        const found = correlate(reference, { samples, sampleRate: 24_000 });
        expect(found.peak).toBeGreaterThan(0.99);
        expect(found.lagSeconds).toBeCloseTo(start, 3);
        expect(found.overlapSeconds).toBeCloseTo(1.5, 3);
      }),
      { numRuns: 8 },
    );
  });

  it("finds a take that began before the reference", () => {
    const samples = new Float32Array(3 * rate);
    samples.set(speech.slice(0, 2 * rate), rate);
    const found = correlate({ samples: speech.slice(0, 2 * rate), sampleRate: rate }, { samples, sampleRate: rate });
    expect(found.lagSeconds).toBeCloseTo(-1, 3);
    expect(found.peak).toBeGreaterThan(0.99);
  });

  it("is low for other speech and zero for silence", () => {
    expect(correlate(reference, { samples: makeSpeech({ seconds: 3, seed: 9 }), sampleRate: rate }).peak).toBeLessThan(
      0.5,
    );
    expect(correlate(reference, { samples: new Float32Array(rate), sampleRate: rate }).peak).toBe(0);
  });
});

describe("followTake", () => {
  const said = makeSpeech({ seconds: 4, seed: 3, hiss: 0.02 });
  const followed = (...parts: Float32Array[]) => {
    const samples = Float32Array.from(parts.flatMap((part) => [...part]));
    return followTake({ samples: said, sampleRate: rate }, { samples, sampleRate: rate });
  };
  const part = (from: number, to: number) => said.slice(from * rate, to * rate);

  it("finds all of a take wherever it begins, in a pause too", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500 }), (startMs) => {
        const found = followed(part(startMs / 1_000, startMs / 1_000 + 0.8));
        expect(found.startsAt).toBeCloseTo(startMs / 1_000, 3);
        expect(found.beginning).toBeGreaterThan(0.9);
        expect(found.found).toBe(1);
        expect(found.lost).toBeLessThan(0.001);
      }),
      { numRuns: 4 },
    );
  });

  it("tells what was lost from silence that was put in", () => {
    expect(followed(part(2, 2.45), part(2.49, 3)).lost).toBeCloseTo(0.04, 3);
    const delayed = followed(part(2, 2.45), new Float32Array(0.07 * rate), part(2.45, 3));
    expect(delayed.lost).toBeLessThan(0.001);
    expect(followed(part(2, 2.5), makeSpeech({ seconds: 0.5, seed: 8, hiss: 0.02 })).found).toBeLessThan(0.6);
  });
});
