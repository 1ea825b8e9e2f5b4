import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loopSeekTarget, minLoopSeconds, moveLoopEnd } from "../../../web/src/audio/loop.ts";

const part = { from: 0.25, to: 0.5 };

describe("loopSeekTarget", () => {
  test.each<[string, number, number | null]>([
    ["returns the start of the loop for a position long before it", 1, 5],
    ["returns null shortly before the start of the loop", 4.95, null],
    ["returns null within the loop", 7, null],
    ["returns the start of the loop for a position at its end", 10, 5],
    ["returns the start of the loop for a position after its end", 15, 5],
  ])("%s", (_, currentTime, target) => {
    expect(loopSeekTarget(part, { currentTime, duration: 20 })).toBe(target);
  });

  test("returns null within a loop that reaches the end of the audio", () => {
    expect(loopSeekTarget({ from: 0.5, to: 1 }, { currentTime: 20, duration: 20 })).toBeNull();
    expect(loopSeekTarget({ from: 0, to: 1 }, { currentTime: 0, duration: 20 })).toBeNull();
  });

  test("returns null while the duration is unknown", () => {
    expect(loopSeekTarget(part, { currentTime: 0, duration: 0 })).toBeNull();
  });
});

describe("moveLoopEnd", () => {
  const parts = fc.record({
    from: fc.double({ min: 0, max: 0.4, noNaN: true }),
    to: fc.double({ min: 0.6, max: 1, noNaN: true }),
  });
  const places = fc.double({ min: -1, max: 2, noNaN: true });
  const ends = fc.constantFrom("from" as const, "to" as const);
  const durations = fc.double({ min: 5, max: 60, noNaN: true });

  test("moves only one end, and keeps at least half a second of a longer audio", () => {
    fc.assert(
      fc.property(parts, ends, places, durations, (before, end, place, duration) => {
        const after = moveLoopEnd(before, end, place, duration);
        const other = end === "from" ? "to" : "from";
        expect(after[other]).toBe(before[other]);
        expect((after.to - after.from) * duration).toBeGreaterThanOrEqual(0.5 - 1e-9);
        expect([after.from >= 0, after.to <= 1]).toEqual([true, true]);
      }),
    );
  });

  test("moves either end of the loop to the nearest allowed position", () => {
    expect(moveLoopEnd(part, "from", 0.3, 20)).toEqual({ from: 0.3, to: 0.5 });
    expect(moveLoopEnd(part, "to", 0.9, 20)).toEqual({ from: 0.25, to: 0.9 });
    expect(moveLoopEnd(part, "from", 0.7, 20)).toEqual({ from: 0.475, to: 0.5 });
    expect(minLoopSeconds).toBe(0.5);
  });

  test("preserves a loop of the whole audio if the audio is shorter than half a second", () => {
    expect(moveLoopEnd({ from: 0, to: 1 }, "from", 0.5, 0.3)).toEqual({ from: 0, to: 1 });
    expect(moveLoopEnd({ from: 0, to: 1 }, "to", 0.5, 0.3)).toEqual({ from: 0, to: 1 });
  });
});
