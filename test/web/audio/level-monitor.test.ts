import { describe, expect, it } from "vitest";
import { createLevelMonitor, meterFraction } from "../../../web/src/audio/level-monitor.ts";

const second = 50;

function heardFor(...stretches: [peak: number, seconds: number][]) {
  const hearing = createLevelMonitor();
  for (const [peak, seconds] of stretches) {
    for (let block = 0; block < seconds * second; block += 1) hearing.add(peak);
  }
  return hearing;
}

describe("createLevelMonitor", () => {
  it.each([
    ["reports a silent microphone in a room that stays quiet for the first five seconds", [[0.003, 5]], true],
    [
      "reports no silent microphone for a learner who starts after four seconds",
      [
        [0.003, 4],
        [0.2, 0.02],
      ],
      false,
    ],
    [
      "reports no silent microphone for a learner who pauses after speaking",
      [
        [0.2, 1],
        [0.003, 30],
      ],
      false,
    ],
    [
      "reports a silent microphone that was switched off after the first words",
      [
        [0.2, 1],
        [0, 5],
      ],
      true,
    ],
    [
      "reports no silent microphone once a learner is heard after six silent seconds",
      [
        [0, 6],
        [0.2, 0.02],
      ],
      false,
    ],
  ] as const)("%s", (_, stretches, isDeaf) => {
    expect(heardFor(...stretches.map(([peak, seconds]): [number, number] => [peak, seconds])).isSilent).toBe(isDeaf);
  });

  it("returns the latest level", () => {
    expect(heardFor([0.2, 1], [0.5, 0.02]).level).toBe(0.5);
  });
});

describe("meterFraction", () => {
  it("rises equally for two doublings of the level, within limits of 0 and 1", () => {
    expect(meterFraction(0)).toBe(0);
    expect(meterFraction(0.0001)).toBe(0);
    expect(meterFraction(1)).toBe(1);
    expect(meterFraction(3)).toBe(1);
    expect(meterFraction(0.5) - meterFraction(0.25)).toBeCloseTo(meterFraction(0.25) - meterFraction(0.125), 6);
  });
});
