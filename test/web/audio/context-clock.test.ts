import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { frameZeroMs } from "../../../web/src/features/practice/audio/context-clock.ts";

const baseLatency = 0.05;
const outputLatency = 0.16;

/** A context begun at moment 1 000, whose time advances in whole buffers, ahead of real time. */
function contextAt(milliseconds: number, output?: AudioTimestamp) {
  const elapsed = (milliseconds - 1_000) / 1_000;
  return {
    baseLatency,
    outputLatency,
    currentTime: Math.ceil(elapsed / baseLatency) * baseLatency,
    getOutputTimestamp: () => output ?? { contextTime: elapsed - outputLatency, performanceTime: milliseconds },
  };
}

describe("frameZeroMs", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it.each([5_000, 5_013, 5_049])("is the same whenever it is asked, as at %i ms", (moment) => {
    vi.advanceTimersByTime(moment - performance.now());
    expect(frameZeroMs(contextAt(moment))).toBeCloseTo(1_000, 6);
  });

  it.each([
    ["says nothing yet", { contextTime: 0, performanceTime: 0 }],
    ["is missing", {}],
    ["is on another clock", { contextTime: 1, performanceTime: 1_700_000_000_000 }],
  ])("is never too early when the output's time %s", (_why, output) => {
    for (const moment of [5_001, 5_025, 5_049]) {
      vi.advanceTimersByTime(moment - performance.now());
      expect(frameZeroMs(contextAt(moment, output))).toBeGreaterThanOrEqual(1_000);
      expect(frameZeroMs(contextAt(moment, output))).toBeLessThanOrEqual(1_050);
    }
  });
});
