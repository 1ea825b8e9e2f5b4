import { expect, test } from "vitest";
import { studyDay } from "../../../domain/study/study-day.ts";
import { dayPhrase } from "../../../web/src/features/review/review-text.ts";

/** Returns a time in the time zone of this machine. */
const here = (text: string) => new Date(text);

test.each([
  ["2026-11-24T22:00:00", 1, "tomorrow"],
  ["2026-11-24T22:00:00", 2, "on Thursday, Nov 26"],
  ["2026-11-25T03:59:00", 1, "on Wednesday, Nov 25"],
  ["2026-11-25T03:59:00", 2, "tomorrow"],
  ["2026-11-25T04:00:00", 1, "tomorrow"],
])("at %s, dayPhrase for the study day %i days later returns “%s”", (at, days, text) => {
  const now = here(at);
  expect(dayPhrase(studyDay(now) + days, now)).toBe(text);
});
