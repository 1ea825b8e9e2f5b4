import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loopSeekTarget, minLoopSeconds, moveLoopEnd } from "../../../web/src/audio/loop.ts";

const part = { from: 0.25, to: 0.5 };

describe("playback in a looped part", () => {
  test.each<[string, number, number | null]>([
    ["before its beginning is sent there", 1, 5],
    ["at its beginning goes on, and a little before it too, where the browser may have put it", 4.95, null],
    ["within it goes on", 7, null],
    ["at its end is sent to its beginning", 10, 5],
    ["behind it is sent to its beginning", 15, 5],
  ])("returns where the loop continues: %s", (_, currentTime, target) => {
    expect(loopSeekTarget(part, { currentTime, duration: 20 })).toBe(target);
  });

  test("plays to the end of the audio if the part ends there", () => {
    expect(loopSeekTarget({ from: 0.5, to: 1 }, { currentTime: 20, duration: 20 })).toBeNull();
    expect(loopSeekTarget({ from: 0, to: 1 }, { currentTime: 0, duration: 20 })).toBeNull();
  });

  test("does not move while the duration is unknown", () => {
    expect(loopSeekTarget(part, { currentTime: 0, duration: 0 })).toBeNull();
  });
});

describe("moving an end of the part", () => {
  const parts = fc.record({
    from: fc.double({ min: 0, max: 0.4, noNaN: true }),
    to: fc.double({ min: 0.6, max: 1, noNaN: true }),
  });
  const places = fc.double({ min: -1, max: 2, noNaN: true });
  const ends = fc.constantFrom("from" as const, "to" as const);
  const durations = fc.double({ min: 5, max: 60, noNaN: true });

  test("keeps the other end, at least half a second, and both ends within the audio", () => {
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

  test("moves to the requested position, or to the nearest allowed one", () => {
    expect(moveLoopEnd(part, "from", 0.3, 20)).toEqual({ from: 0.3, to: 0.5 });
    expect(moveLoopEnd(part, "to", 0.9, 20)).toEqual({ from: 0.25, to: 0.9 });
    expect(moveLoopEnd(part, "from", 0.7, 20)).toEqual({ from: 0.475, to: 0.5 });
    expect(minLoopSeconds).toBe(0.5);
  });

  test("keeps the whole audio if it is shorter than the shortest part", () => {
    expect(moveLoopEnd({ from: 0, to: 1 }, "from", 0.5, 0.3)).toEqual({ from: 0, to: 1 });
    expect(moveLoopEnd({ from: 0, to: 1 }, "to", 0.5, 0.3)).toEqual({ from: 0, to: 1 });
  });
});
