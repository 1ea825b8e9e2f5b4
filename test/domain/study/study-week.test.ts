import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dateOfStudyDay } from "../../../domain/study/study-day.ts";
import { daysOfWeek, lastWeeks, weekStart } from "../../../domain/study/study-week.ts";

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const isoOf = (day: number) => dateOfStudyDay(day).toISOString().slice(0, 10);

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-25", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2026-11-30", "2026-11-30"],
  ["2027-01-01", "2026-12-28"],
  ["1970-01-01", "1969-12-29"],
])("the week of %s starts on Monday, %s", (date, monday) => {
  expect(isoOf(weekStart(dayOf(date)))).toBe(monday);
});

test("a week has seven days from Monday", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (day) => {
      const monday = weekStart(day);
      expect(dateOfStudyDay(monday).getUTCDay()).toBe(1);
      expect(daysOfWeek(monday)).toHaveLength(7);
      expect(daysOfWeek(monday)).toContain(day);
    }),
  );
});

test("lastWeeks ends with the current week", () => {
  expect(lastWeeks(dayOf("2026-11-25"), 3).map(isoOf)).toEqual(["2026-11-09", "2026-11-16", "2026-11-23"]);
});
