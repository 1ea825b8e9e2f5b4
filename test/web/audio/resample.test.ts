import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resample, StreamResampler } from "../../../web/src/audio/resample.ts";

const rates = fc.constantFrom(8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000);

function tone(frequency: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) =>
    Math.sin((2 * Math.PI * frequency * at) / rate),
  );
}

function loudestInside(samples: Float32Array): number {
  // Leaves out the ends, where the filter lacks input.
  return samples.slice(200, -200).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

describe("resample", () => {
  it("preserves the duration to within one sample", () => {
    fc.assert(
      fc.property(rates, rates, fc.nat({ max: 3_000 }), (from, to, length) => {
        const output = resample(new Float32Array(length), from, to);
        expect(Math.abs(output.length / to - length / from)).toBeLessThanOrEqual(1 / to);
      }),
      { numRuns: 40 },
    );
  });

  it("returns the same samples if the rate is unchanged", () => {
    const samples = Float32Array.of(0.1, 0.2);
    expect(resample(samples, 24_000, 24_000)).toBe(samples);
  });

  it.each([
    [48_000, 24_000],
    [44_100, 24_000],
    [16_000, 24_000],
  ])("preserves the phase of a tone when the sample rate changes from %i to %i Hz", (from, to) => {
    const output = resample(tone(1_000, from, 0.2), from, to);
    const expected = tone(1_000, to, 0.2);
    const error = output.map((sample, at) => sample - (expected[at] ?? 0));
    expect(loudestInside(error)).toBeLessThan(0.002);
  });

  it("preserves the level of a constant signal", () => {
    expect(loudestInside(resample(new Float32Array(9_000).fill(0.5), 44_100, 24_000))).toBeCloseTo(0.5, 4);
  });

  it.each([14_000, 18_000, 22_000])(
    "removes a tone of %i Hz instead of folding it into the speech band",
    (frequency) => {
      expect(loudestInside(resample(tone(frequency, 48_000, 0.2), 48_000, 24_000))).toBeLessThan(0.002);
    },
  );
});

describe("StreamResampler", () => {
  const noise = Float32Array.from({ length: 4_000 }, (_, at) => Math.sin(at * at));

  it("returns block by block the output of one resample call, possibly without its last samples", () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rates, rates, cuts, (from, to, lengths) => {
        const stream = new StreamResampler(from, to);
        const output: number[] = [];
        let at = 0;
        for (const length of lengths) {
          output.push(...stream.push(noise.subarray(at, at + length)));
          at = Math.min(noise.length, at + length);
        }
        const whole = resample(noise.slice(0, at), from, to);
        expect(output).toEqual([...whole.subarray(0, output.length)]);
        // The stream may lack the last samples, because their filter needs later input: 16 zero crossings at the lower
        // rate.
        expect(whole.length - output.length).toBeLessThanOrEqual(Math.ceil((17 * to) / Math.min(from, to)) + 1);
      }),
      { numRuns: 40 },
    );
  });
});
