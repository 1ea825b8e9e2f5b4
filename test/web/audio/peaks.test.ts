import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLivePeaks } from "../../../web/src/audio/live-peaks.ts";
import { computeWaveformData, flatWaveformData, normalisePeaks, reduceToPeaks } from "../../../web/src/audio/peaks.ts";
import { encodeWav } from "../../../web/src/audio/wav.ts";

const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 500 });
const highest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe("reduceToPeaks", () => {
  it("represents the loudest sample by the highest peak", () => {
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 900 }), (all, count) => {
        const peaks = reduceToPeaks(all, count);
        expect(peaks.length).toBe(count);
        expect(highest(peaks)).toBe(Math.max(...all.map(highest)));
      }),
    );
  });

  it("represents a sound at its position", () => {
    const late = new Float32Array(8_000).fill(0.5, 6_000);
    expect([...reduceToPeaks([late], 4)]).toEqual([0, 0, 0, 0.5]);
  });

  it("repeats samples if there are fewer samples than peaks", () => {
    expect([...reduceToPeaks([Float32Array.of(0.25, -1)], 4)]).toEqual([0.25, 0.25, 1, 1]);
  });

  it("returns only zeros without samples", () => {
    expect([...reduceToPeaks([], 3)]).toEqual([0, 0, 0]);
  });
});

describe("normalisePeaks", () => {
  it("makes the highest peak 1 unless the recording is silent", () => {
    fc.assert(
      fc.property(samples, (values) => {
        const peaks = reduceToPeaks([values], 20);
        fc.pre(highest(peaks) > 0.01);
        expect(highest(normalisePeaks(peaks))).toBeCloseTo(1, 6);
      }),
    );
  });

  it("does not amplify the noise of a silent recording", () => {
    expect(highest(normalisePeaks(new Float32Array(5).fill(0.0005)))).toBeLessThan(0.001);
  });
});

describe("computeWaveformData", () => {
  it("reads the peaks and duration of a WAV file without a browser decoder", async () => {
    const { peaks, seconds } = await computeWaveformData(encodeWav(Float32Array.of(0, 0.25, -0.5, 0), 8), 4);
    expect([...peaks]).toEqual([0, 0.5, 1, 0]);
    expect(seconds).toBe(0.5);
  });
});

describe("flatWaveformData", () => {
  it("returns peaks of zero and a duration of zero", () => {
    expect(flatWaveformData(3)).toEqual({ peaks: new Float32Array(3), seconds: 0 });
  });
});

describe("createLivePeaks", () => {
  it("adds peaks from the left, and merges them in pairs when full", () => {
    const live = createLivePeaks(4);
    for (const peak of [1, 0.25, 0.5, 0.75]) live.add(peak);
    expect([...live.peaks]).toEqual([1, 0.25, 0.5, 0.75]);
    live.add(0.5);
    expect([...live.peaks]).toEqual([1, 0.75, 0.5, 0]);
  });

  it("fills more than half of its places after peaks were merged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 2_000 }), (blocks) => {
        const live = createLivePeaks(8);
        for (let at = 0; at < blocks; at += 1) live.add(0.5);
        const used = live.peaks.filter((peak) => peak > 0).length;
        expect(used).toBeGreaterThanOrEqual(5);
        expect(live.peaks.length).toBe(8);
      }),
    );
  });

  it("returns low peaks for a weak microphone", () => {
    const live = createLivePeaks(4);
    live.add(0.025);
    expect(live.peaks[0]).toBeCloseTo(0.1, 5);
  });
});
