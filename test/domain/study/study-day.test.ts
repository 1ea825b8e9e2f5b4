import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clampStudyDay, dateOfStudyDay, studyDay } from "../../../domain/study/study-day.ts";

const dateAt = (text: string, offsetMinutes: number) =>
  dateOfStudyDay(studyDay(new Date(text), offsetMinutes))
    .toISOString()
    .slice(0, 10);

describe("studyDay", () => {
  // The offsets have the sign of `Date.getTimezoneOffset`, which is negative east of Greenwich.
  test.each([
    ["UTC before 4 in the morning", "2026-11-21T03:59:59.999Z", 0, "2026-11-20"],
    ["UTC at 4 in the morning", "2026-11-21T04:00:00.000Z", 0, "2026-11-21"],
    ["Sydney in summer before 4 in the morning", "2026-11-20T16:59:59.999Z", -660, "2026-11-20"],
    ["Sydney in summer at 4 in the morning", "2026-11-20T17:00:00.000Z", -660, "2026-11-21"],
    ["Kathmandu before 4 in the morning", "2026-11-20T22:14:59.999Z", -345, "2026-11-20"],
    ["Kathmandu at 4 in the morning", "2026-11-20T22:15:00.000Z", -345, "2026-11-21"],
    ["Los Angeles at 4 in the morning", "2026-11-21T12:00:00.000Z", 480, "2026-11-21"],
    ["Kiribati, 14 hours ahead", "2026-11-20T14:00:00.000Z", -840, "2026-11-21"],
    ["Baker Island, 12 hours behind", "2026-11-21T15:59:59.999Z", 720, "2026-11-20"],
  ])("in %s returns the day that last began at 4", (_, instant, offset, date) => {
    expect(dateAt(instant, offset)).toBe(date);
  });

  test("uses the device's time zone by default", () => {
    const now = new Date("2026-11-21T12:00:00.000Z");
    expect(studyDay(now)).toBe(studyDay(now, now.getTimezoneOffset()));
  });

  test("returns the next day after 24 hours", () => {
    const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.integer({ min: -840, max: 720 }), (instant, offset) => {
        const next = new Date(instant.getTime() + 86_400_000);
        expect(studyDay(next, offset) - studyDay(instant, offset)).toBe(1);
      }),
    );
  });
});

describe("clampStudyDay", () => {
  const instant = new Date("2026-11-21T12:00:00.000Z");
  const today = studyDay(instant, 0);

  test("does not change the current day of any time zone", () => {
    for (let offset = -840; offset <= 720; offset += 15) {
      const day = studyDay(instant, offset);
      expect(clampStudyDay(day, instant)).toBe(day);
    }
  });

  test("limits a later day to the day of the time zone furthest ahead", () => {
    expect(clampStudyDay(today + 1, instant)).toBe(today);
    expect(clampStudyDay(today + 400, new Date("2026-11-21T14:00:00.000Z"))).toBe(today + 1);
  });

  // A learner may correct the review of an earlier day.
  test("does not change an earlier day", () => {
    for (const day of [today - 1, today - 30, 0]) expect(clampStudyDay(day, instant)).toBe(day);
  });

  // The schema of stored reviews refuses negative days.
  test("returns 0 instead of a negative day", () => {
    expect(clampStudyDay(20_000, new Date("0001-01-01T00:00:00.000Z"))).toBe(0);
  });
});
