import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDate, formatMoment } from "../../../domain/plans/plan-dates.ts";

test.each([
  ["2026-11-05T00:00:00.000Z", "UTC", "Nov 05, 2026"],
  ["2024-02-29T23:59:59.999Z", "UTC", "Feb 29, 2024"],
  ["2026-09-30T12:00:00Z", "UTC", "Sep 30, 2026"],
  ["2026-12-31T23:59:59Z", "UTC", "Dec 31, 2026"],
  ["2026-12-31T13:30:00Z", "Australia/Sydney", "Jan 01, 2027"],
  ["2027-01-01T04:30:00Z", "America/New_York", "Dec 31, 2026"],
])("formatDate writes %s in %s as %s", (instant, zone, text) => {
  expect(formatDate(instant, zone)).toBe(text);
});

test("formatDate writes the month in three letters, and the text parses to the same day", () => {
  const instants = fc.date({ min: new Date(0), max: new Date("2199-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const text = formatDate(date.toISOString(), "UTC");
      expect(text).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}$/);
      expect(new Date(`${text} UTC`).toISOString().slice(0, 10)).toBe(date.toISOString().slice(0, 10));
    }),
  );
});

describe("the text of a payment date", () => {
  const now = new Date("2027-01-01T12:00:00.000Z");
  test.each([
    [
      "has no time if the day is the same in UTC and more than 48 hours away",
      "2027-01-20T05:00:00Z",
      "Australia/Sydney",
      "Jan 20, 2027",
    ],
    [
      "has the time east of UTC if the day differs in UTC",
      "2027-01-20T20:05:00Z",
      "Australia/Sydney",
      "Jan 21, 2027 at 07:05",
    ],
    [
      "has the time west of UTC if the day differs in UTC",
      "2027-01-20T02:00:00Z",
      "America/New_York",
      "Jan 19, 2027 at 21:00",
    ],
    ["has the time if the date is at most 48 hours away", "2027-01-03T12:00:00Z", "UTC", "Jan 03, 2027 at 12:00"],
    ["has no time in UTC if the date is more than 48 hours away", "2027-01-03T12:00:01Z", "UTC", "Jan 03, 2027"],
    [
      "has the time if the date passed within the last 48 hours",
      "2026-12-31T00:00:00Z",
      "UTC",
      "Dec 31, 2026 at 00:00",
    ],
  ])("%s", (_, instant, zone, text) => {
    expect(formatMoment(instant, now, zone)).toBe(text);
  });
});
