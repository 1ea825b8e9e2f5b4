import { describe, expect, test } from "vitest";
import type { CalendarDay } from "../../../domain/study/practice-days.ts";
import {
  daysText,
  dayText,
  hardText,
  percentText,
  secondsText,
  topicText,
  trendText,
} from "../../../web/src/features/progress-page/progress-text.ts";

/** 2026-11-25 is 20,782 days after 1970-01-01. */
const today = 20_782;
const day = (facts: Partial<CalendarDay>): CalendarDay => ({
  ...{ day: today - 1, seconds: 0, amount: "some", isFuture: false },
  ...facts,
});

test.each([
  [{ seconds: 720 }, "Tuesday, November 24: 12\u00a0min recorded"],
  [{ seconds: 29 }, "Tuesday, November 24: practised"],
  [{ seconds: 30 }, "Tuesday, November 24: 1\u00a0min recorded"],
  [{ amount: "none" }, "Tuesday, November 24: no practice saved"],
  [{ day: today, seconds: 4320 }, "Wednesday, November 25, today: 1\u00a0h\u00a012\u00a0min recorded"],
] as const)("dayText describes the day %j as “%s”", (facts, text) => {
  expect(dayText(day(facts), today)).toBe(text);
});

test("daysText sums the days and minutes of weeks", () => {
  expect(daysText([{ practised: 0, seconds: 0 }])).toBe("");
  expect(daysText([{ practised: 1, seconds: 0 }])).toBe("1 day");
  expect(
    daysText([
      { practised: 3, seconds: 600 },
      { practised: 1, seconds: 300 },
    ]),
  ).toBe("4 days, 15\u00a0min recorded");
});

describe("the text of a trend", () => {
  const latest = { weeksAgo: 0, value: 1.4 };

  test("compares this week with four weeks ago", () => {
    const former = { weeksAgo: 4, value: 2.1 };
    expect(trendText("First word after", { latest, former }, secondsText)).toBe(
      "First word after 1.4\u00a0s this week, 2.1\u00a0s four weeks ago.",
    );
  });

  test("names the two compared weeks, or only the latest week if there is no earlier week", () => {
    const earlier = { latest: { weeksAgo: 1, value: 0.126 }, former: { weeksAgo: 11, value: 0.2 } };
    expect(trendText("Silence:", earlier, percentText)).toBe("Silence: 13% last week, 20% 11 weeks ago.");
    expect(trendText("First word after", { latest, former: null }, secondsText)).toBe(
      "First word after 1.4\u00a0s this week.",
    );
  });
});

test("topicText writes the numbers of completed and started dialogues of a topic", () => {
  const topic = { topicId: "health", topic: "Health", completed: 3, all: 9 } as const;
  expect(topicText({ ...topic, started: 2 })).toBe("3 of 9 completed, 2 started");
  expect(topicText({ ...topic, started: 0 })).toBe("3 of 9 completed");
});

test.each([
  [{ again: 2, hard: 1, missed: 3 }, "Again 2 times, Hard once, 3 misses"],
  [{ again: 0, hard: 2, missed: 1 }, "Hard 2 times, 1 miss"],
  [{ again: 1, hard: 0, missed: 0 }, "Again once"],
])("hardText describes a segment with %j as “%s”", (counts, text) => {
  const segment = { language: "nepali", scenario_id: "health-1", segment_id: "segment-1" } as const;
  expect(hardText({ segment, lastDay: today, ...counts })).toBe(text);
});
