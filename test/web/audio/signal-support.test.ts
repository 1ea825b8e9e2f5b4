import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWavHeader } from "../../../web/src/audio/wav.ts";
import { compareWithSpoken } from "../../e2e/support/compare-with-spoken.ts";
import { correlate } from "../../e2e/support/correlate.ts";
import { createSpeech, createSpeechWav, firstSyllableSeconds, markerSeconds } from "../../e2e/support/speech-wav.ts";

const rate = 48_000;
const speech = createSpeech({ seconds: 4 });
const reference = { samples: speech, sampleRate: rate };

describe("generated speech", () => {
  it("has the requested length, and starts with a sharp sound before a gap", () => {
    expect(speech.length).toBe(4 * rate);
    expect(speech[0]).toBeCloseTo(0.6, 5);
    const gap = speech.slice(markerSeconds * rate, firstSyllableSeconds * rate);
    expect(gap.every((sample) => sample === 0)).toBe(true);
  });

  it("is equal for equal seeds, and different for another seed", () => {
    expect(createSpeech({ seconds: 0.5, seed: 2 })).toEqual(createSpeech({ seconds: 0.5, seed: 2 }));
    expect(createSpeech({ seconds: 0.5, seed: 2 })).not.toEqual(createSpeech({ seconds: 0.5, seed: 3 }));
  });

  it("without a hiss has no sample above a level of 0.61", () => {
    expect(speech.every((sample) => Math.abs(sample) <= 0.61)).toBe(true);
  });

  it("has the requested length as a WAV file", () => {
    expect(parseWavHeader(createSpeechWav({ seconds: 1 }))).toMatchObject({ sampleRate: rate, durationSeconds: 1 });
  });
});

describe("correlate", () => {
  it("finds an excerpt at another sample rate and at 5 to 100 percent of the volume", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.double({ min: 0.05, max: 1, noNaN: true }), (percent, gain) => {
        const start = percent / 100;
        const other = createSpeech({ seconds: 4, sampleRate: 24_000 });
        const samples = other.slice(start * 24_000, (start + 1.5) * 24_000).map((sample) => sample * gain);
        const found = correlate(reference, { samples, sampleRate: 24_000 });
        expect(found.peak).toBeGreaterThan(0.99);
        expect(found.lagSeconds).toBeCloseTo(start, 3);
        expect(found.overlapSeconds).toBeCloseTo(1.5, 3);
      }),
      { numRuns: 8 },
    );
  });

  it("finds a recording that starts before the reference", () => {
    const samples = new Float32Array(3 * rate);
    samples.set(speech.slice(0, 2 * rate), rate);
    const found = correlate({ samples: speech.slice(0, 2 * rate), sampleRate: rate }, { samples, sampleRate: rate });
    expect(found.lagSeconds).toBeCloseTo(-1, 3);
    expect(found.peak).toBeGreaterThan(0.99);
  });

  it("returns a low peak for unrelated speech, and zero for silence", () => {
    expect(
      correlate(reference, { samples: createSpeech({ seconds: 3, seed: 9 }), sampleRate: rate }).peak,
    ).toBeLessThan(0.5);
    expect(correlate(reference, { samples: new Float32Array(rate), sampleRate: rate }).peak).toBe(0);
  });
});

describe("compareWithSpoken", () => {
  const said = createSpeech({ seconds: 6, seed: 3, hiss: 0.02 });
  const compared = (...parts: Float32Array[]) => {
    const samples = Float32Array.from(parts.flatMap((part) => [...part]));
    return compareWithSpoken({ samples: said, sampleRate: rate }, { samples, sampleRate: rate });
  };
  const part = (from: number, to: number) => said.slice(Math.round(from * rate), Math.round(to * rate));
  const rounded = ({ slips }: ReturnType<typeof compared>) => slips.map(({ ms }) => Math.round(ms * 10) / 10);

  it("finds where a recording starts in a looped file", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_900 }), fc.double({ min: 0.2, max: 1, noNaN: true }), (startMs, gain) => {
        const from = startMs / 1_000;
        const found = compared(
          part(from, Math.min(6, from + 1.5)).map((sample) => sample * gain),
          part(0, Math.max(0, from + 1.5 - 6)).map((sample) => sample * gain),
        );
        expect(found.startsAt).toBeCloseTo(from, 3);
        expect(found).toMatchObject({ slips: [], missingWindows: [], windows: 6 });
      }),
      { numRuns: 12 },
    );
  });

  it("reports how much sound was lost or inserted", () => {
    const lost = compared(part(1, 2.5), part(2.54, 4));
    expect({ ...lost, slips: rounded(lost) }).toMatchObject({ slips: [40], missingWindows: [] });
    expect(lost.lostMs).toBeCloseTo(40, 0);
    expect(lost.slips[0]?.atSeconds).toBeCloseTo(1.5, 5);

    const delayed = compared(part(1, 2.5), new Float32Array(0.05 * rate), part(2.5, 4));
    expect(delayed.insertedMs).toBeCloseTo(50, 0);
    expect(delayed.lostMs).toBe(0);

    const both = compared(part(1, 2), new Float32Array(0.25 * rate), part(2, 3), part(3.001, 4));
    expect(rounded(both)).toEqual([-250, 1]);
    expect(both.missingWindows).toEqual([1]);
  });

  it("reports recorded speech as missing if the spoken file does not contain it", () => {
    const other = createSpeech({ seconds: 1, seed: 8, hiss: 0.02 });
    expect(compared(part(2, 3), other).missingWindows).toEqual([1, 1.25, 1.5, 1.75]);
  });
});
