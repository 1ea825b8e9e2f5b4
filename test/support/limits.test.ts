import fc from "fast-check";
import { expect, test } from "vitest";
import { scaledTimeoutMs, slowdownFactor } from "./limits.ts";

test("slowdownFactor is between 3 and 12 for loads from 0 to 1000", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_000, noNaN: true }), fc.integer({ min: 1, max: 256 }), (load, cores) => {
      expect(slowdownFactor(load, cores)).toBeGreaterThanOrEqual(3);
      expect(slowdownFactor(load, cores)).toBeLessThanOrEqual(12);
    }),
  );
  expect(scaledTimeoutMs(1_000)).toBeGreaterThanOrEqual(3_000);
});

test("slowdownFactor grows with the load of each core", () => {
  expect(slowdownFactor(12, 2)).toBe(7);
  expect(slowdownFactor(12, 12)).toBe(3);
});
