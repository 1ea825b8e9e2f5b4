import { describe, expect, test } from "vitest";
import { compareWeeks, speechTrend } from "../../../domain/study/speech-trend.ts";
import type { RecordingFacts } from "../../../domain/study/study-change.ts";
import { dayOf, recordingOn } from "./study-facts.ts";

const today = dayOf("2026-11-25");
const trendOf = (recordings: readonly RecordingFacts[], weeks = 2) => speechTrend({ recordings }, today, weeks);

describe("the trend of speech", () => {
  test("has the median of each week, and null in a week without recordings", () => {
    const recordings = [3, 1, 2].map((first_word_seconds) => recordingOn("2026-11-23", { first_word_seconds }));
    expect(trendOf(recordings)).toEqual([
      { monday: dayOf("2026-11-16"), firstWord: null, silence: null },
      // Each recording has 2 s of silence in 20 s.
      { monday: dayOf("2026-11-23"), firstWord: 2, silence: 0.1 },
    ]);
  });

  test("uses the mean of the two middle values for an even number of recordings", () => {
    const recordings = [1, 2, 4, 9].map((first_word_seconds) => recordingOn("2026-11-24", { first_word_seconds }));
    expect(trendOf(recordings).at(-1)?.firstWord).toBe(3);
  });

  test("leaves out recordings without speech, and empty recordings", () => {
    const recordings = [
      recordingOn("2026-11-23", { first_word_seconds: null, silence_seconds: 0 }),
      recordingOn("2026-11-23", { seconds: 0, silence_seconds: 0 }),
      recordingOn("2026-11-23", { seconds: 10, silence_seconds: 5, first_word_seconds: 4 }),
    ];
    expect(trendOf(recordings).at(-1)).toMatchObject({ firstWord: 4, silence: 0.5 });
  });

  test("counts Sunday as the last day of a week", () => {
    const recordings = [
      recordingOn("2026-11-15", { first_word_seconds: 8 }),
      recordingOn("2026-11-22", { first_word_seconds: 5 }),
      recordingOn("2026-11-27", { first_word_seconds: 9 }),
    ];
    expect(trendOf(recordings).map(({ firstWord }) => firstWord)).toEqual([5, null]);
  });
});

describe("the comparison of weeks", () => {
  test("uses the week four weeks before the latest week", () => {
    expect(compareWeeks([9, 2.1, 3, 3, 3, 1.4])).toEqual({
      latest: { weeksAgo: 0, value: 1.4 },
      former: { weeksAgo: 4, value: 2.1 },
    });
  });

  test("uses the nearest week with recordings if the week four weeks before has none", () => {
    expect(compareWeeks([9, null, null, 3, 2, 1])?.former).toEqual({ weeksAgo: 5, value: 9 });
    expect(compareWeeks([null, null, 3, 2, 1])?.former).toEqual({ weeksAgo: 2, value: 3 });
  });

  test("starts from the latest week with recordings", () => {
    expect(compareWeeks([2, null, null, null, 4, null])).toEqual({
      latest: { weeksAgo: 1, value: 4 },
      former: { weeksAgo: 5, value: 2 },
    });
  });

  test("has no earlier week in the first week with recordings", () => {
    expect(compareWeeks([null, null, 1])).toEqual({ latest: { weeksAgo: 0, value: 1 }, former: null });
    expect(compareWeeks([null, null])).toBeNull();
  });
});
