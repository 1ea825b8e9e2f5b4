import { expect, test } from "vitest";
import { relativeDay, relativeDayPhrase } from "../../../web/src/ui/relative-day.ts";

/** Returns a time in the time zone of this machine. */
const here = (text: string) => new Date(text);
const now = here("2026-11-22T00:30:00");

test.each([
  ["2026-11-22T00:10:00", "Today"],
  ["2026-11-21T23:50:00", "Yesterday"],
  ["2026-11-21T00:00:00", "Yesterday"],
  ["2026-11-20T23:59:59", "Nov 20"],
  ["2026-11-05T12:00:00", "Nov 5"],
  ["2026-01-01T00:00:00", "Jan 1"],
  ["2025-12-31T23:59:59", "Dec 31, 2025"],
  ["2025-11-22T12:00:00", "Nov 22, 2025"],
])("relativeDay on 2026-11-22 shows %s as %s", (at, text) =>
  expect(relativeDay(here(at).toISOString(), now)).toBe(text),
);

test("relativeDay shows a day in the future as today", () => {
  expect(relativeDay(here("2026-11-23T09:00:00").toISOString(), now)).toBe("Today");
});

test.each([
  ["2026-11-22T00:10:00", "today"],
  ["2026-11-21T23:50:00", "yesterday"],
  ["2026-11-05T12:00:00", "on Nov 5"],
])("relativeDayPhrase on 2026-11-22 shows %s within a sentence as %s", (at, text) =>
  expect(relativeDayPhrase(here(at).toISOString(), now)).toBe(text),
);
