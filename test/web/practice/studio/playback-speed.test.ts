import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createPlaybackSpeed,
  parsePlaybackSpeed,
  playbackSpeeds,
  stepPlaybackSpeed,
} from "../../../../web/src/features/practice/studio/playback-speed.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";

beforeEach(() => void vi.stubGlobal("localStorage", memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

it("playbackSpeeds range from 0.75 to 1.25", () => {
  expect(playbackSpeeds).toEqual([0.75, 0.9, 1, 1.1, 1.25]);
});

it.each([
  ["0.75", 0.75],
  ["1", 1],
  ["2", 1],
  ["fast", 1],
  [null, 1],
])("parsePlaybackSpeed reads %s as %s", (text, pace) => {
  expect(parsePlaybackSpeed(text)).toBe(pace);
});

it.each([
  [1, 1, 1.1],
  [1, -2, 0.75],
  [1.25, 1, 1.25],
  [0.75, -1, 0.75],
] as const)("stepPlaybackSpeed(%s, %i) returns %s", (pace, steps, expected) => {
  expect(stepPlaybackSpeed(pace, steps)).toBe(expected);
});

it("the playback speed is stored for each learner", () => {
  createPlaybackSpeed("asha").set(1.25);
  expect(localStorage.getItem("playback_speed_asha")).toBe("1.25");
  expect(createPlaybackSpeed("asha").get()).toBe(1.25);
  expect(createPlaybackSpeed("ben").get()).toBe(1);
});

it("the playback speed can be changed without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  const pace = createPlaybackSpeed("asha");
  pace.set(0.9);
  expect(pace.get()).toBe(0.9);
});
