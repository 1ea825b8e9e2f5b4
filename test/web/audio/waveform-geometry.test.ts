import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fractionAt,
  layOutBars,
  layOutParts,
  playheadX,
  positionAt,
  seekFractionForKey,
  waveformSize,
} from "../../../web/src/audio/waveform-geometry.ts";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const peaks = fc.float32Array({ min: 0, max: 1, noNaN: true, maxLength: 900 });

describe("layOutParts", () => {
  it("assigns the whole width to the original if there is no recording", () => {
    expect(layOutParts(false)).toEqual({ original: { x: 0, width: 1_200 }, recording: undefined });
  });

  it("assigns 65 percent of the width to the original if there is a recording", () => {
    expect(layOutParts(true)).toEqual({ original: { x: 0, width: 780 }, recording: { x: 780, width: 420 } });
  });
});

describe("layOutBars", () => {
  const width = fc.double({ min: 40, max: 1_400, noNaN: true });
  const height = fc.integer({ min: 20, max: 200 });

  it("lays out bars from left to right within a part of the waveform", () => {
    fc.assert(
      fc.property(peaks, width, height, fc.boolean(), (values, all, high, showsRecording) => {
        const { original, recording } = layOutParts(showsRecording, { width: all, height: high });
        const stretch = recording ?? original;
        let right = stretch.x - 1;
        for (const bar of layOutBars(values, stretch, high)) {
          expect(bar.x).toBeGreaterThanOrEqual(right + 1);
          expect(bar.width).toBe(2);
          right = bar.x + bar.width;
          expect(bar.y).toBeGreaterThanOrEqual(0);
          expect(bar.y + bar.height).toBeLessThanOrEqual(high);
        }
        expect(right).toBeLessThanOrEqual(stretch.x + stretch.width + 1e-6);
      }),
    );
  });

  it("for 800 peaks returns a bar on whole pixels for every 3 pixels of width", () => {
    fc.assert(
      fc.property(width, height, (all, high) => {
        const bars = layOutBars(new Float32Array(800).fill(0.37), { x: 0, width: all }, high);
        expect(bars.length).toBe(Math.floor(all / 3));
        for (const { x, y, height: tall } of bars) expect([x, y, tall].every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it("preserves a tallest peak of at least 2 pixels to within one pixel", () => {
    fc.assert(
      fc.property(peaks, (values) => {
        const tallest = Math.max(2, ...layOutBars(values, layOutParts(false).original).map((bar) => bar.height));
        const loudest = Math.max(2, ...values.map((value) => value * waveformSize.height));
        // Rounding may change each half of a bar by half a pixel.
        expect(Math.abs(tallest - loudest)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("returns a bar 2 pixels high for a peak of 0, and no bars without peaks", () => {
    const { original } = layOutParts(false);
    expect(layOutBars([0], original)).toMatchObject([{ y: 59, height: 2 }]);
    expect(layOutBars([], original)).toEqual([]);
  });
});

describe("positionAt", () => {
  it("finds the part and the position under the playhead, except at the original's end", () => {
    fc.assert(
      fc.property(fraction, fc.constantFrom("original", "recording"), (at, part) => {
        const parts = layOutParts(true);
        const stretch = parts[part];
        if (!stretch) throw new Error("Both parts are laid out");
        fc.pre(part === "recording" || at < 1);
        const place = positionAt(parts, playheadX(stretch, at));
        expect(place.part).toBe(part);
        expect(place.fraction).toBeCloseTo(at, 6);
      }),
    );
  });

  it("returns the nearest end for a position outside the waveform", () => {
    expect(positionAt(layOutParts(false), -5)).toEqual({ part: "original", fraction: 0 });
    expect(positionAt(layOutParts(false), 2_000)).toEqual({ part: "original", fraction: 1 });
    expect(positionAt(layOutParts(true), 2_000)).toEqual({ part: "recording", fraction: 1 });
  });
});

describe("fractionAt", () => {
  it("returns a fraction from 0 to 1, even for positions outside the given part", () => {
    const stretch = { x: 780, width: 420 };
    expect([0, 780, 990, 1_200, 5_000].map((x) => fractionAt(stretch, x))).toEqual([0, 0, 0.5, 1, 1]);
    expect(fractionAt({ x: 0, width: 0 }, 10)).toBe(0);
  });
});

describe("seekFractionForKey", () => {
  const at = { fraction: 0.5, duration: 20 };

  it.each([
    ["ArrowRight", 0.55],
    ["ArrowUp", 0.55],
    ["ArrowLeft", 0.45],
    ["ArrowDown", 0.45],
    ["PageUp", 0.75],
    ["PageDown", 0.25],
    ["Home", 0],
    ["End", 1],
  ])("with the key %s in the middle of 20 seconds returns the fraction %s", (key, target) => {
    expect(seekFractionForKey(key, at)).toBeCloseTo(target, 6);
  });

  it("ignores the key Enter, and returns no position before the start or after the end", () => {
    expect(seekFractionForKey("Enter", at)).toBeNull();
    expect(seekFractionForKey("PageUp", { fraction: 0.9, duration: 20 })).toBe(1);
    expect(seekFractionForKey("PageDown", { fraction: 0.1, duration: 20 })).toBe(0);
    expect(seekFractionForKey("ArrowRight", { fraction: 0, duration: 0 })).toBe(0);
  });
});
