import { expect, test } from "vitest";
import { secondsOfWeek } from "../../../domain/study/practice-time.ts";
import type { RecordingFacts } from "../../../domain/study/study-change.ts";

const recorded = (day: number, seconds: number): RecordingFacts => ({
  language: "nepali",
  scenario_id: "health-1",
  segment_id: "segment-1",
  day,
  seconds,
  first_word_seconds: null,
  silence_seconds: 0,
});

test("secondsOfWeek adds up the seconds recorded on a day and on the six days before", () => {
  const recordings = [recorded(93, 1), recorded(94, 10), recorded(100, 100), recorded(101, 1000)];
  expect(secondsOfWeek({ recordings }, 100)).toBe(110);
  expect(secondsOfWeek({ recordings: [] }, 100)).toBe(0);
});
