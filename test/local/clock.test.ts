import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openState } from "../../fakes/foundation/state.ts";
import { createClock, parseDuration } from "../../local/clock.ts";

const start = Date.parse("2026-11-21T12:00:00.000Z");
const day = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("the local clock", () => {
  test("returns the real time before a move, and the moved time afterwards", () => {
    const clock = createClock(openState(":memory:"));
    expect(clock.now()).toEqual(new Date(start));
    clock.advance(35 * day);
    expect(clock.now()).toEqual(new Date(start + 35 * day));
    vi.setSystemTime(start + 1000);
    expect(clock.now()).toEqual(new Date(start + 35 * day + 1000));
    clock.advance(1);
    clock.advance(0);
    expect(clock.now()).toEqual(new Date(start + 35 * day + 1001));
  });

  test("has the same offset from the real time after a restart", () => {
    const directory = mkdtempSync(join(tmpdir(), "parlance-clock-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const first = openState(directory);
    createClock(first).advance(2 * day);
    first.close();
    vi.setSystemTime(start + 5000);
    const second = openState(directory);
    const clock = createClock(second);
    expect(clock.now()).toEqual(new Date(start + 2 * day + 5000));
    clock.advance(day);
    expect(createClock(second).now()).toEqual(new Date(start + 3 * day + 5000));
    second.close();
  });

  test.each([-1, -0.001, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1e300, 8000 * 366 * day])(
    "refuses to move by %d ms, and does not change",
    (ms) => {
      const state = openState(":memory:");
      const clock = createClock(state);
      clock.advance(day);
      expect(() => clock.advance(ms)).toThrow(RangeError);
      expect(clock.now()).toEqual(new Date(start + day));
      expect(createClock(state).now()).toEqual(new Date(start + day));
    },
  );

  test("refuses to move to the year 10000", () => {
    const clock = createClock(openState(":memory:"));
    const leap = 365 * day;
    expect(() => {
      for (let year = 0; year < 9000; year += 1) clock.advance(leap);
    }).toThrow(RangeError);
    expect(clock.now().toISOString()).toMatch(/^\d{4}-/);
  });
});

describe("parseDuration", () => {
  test.each([
    ["P35D", 35 * day],
    ["P1W", 7 * day],
    ["P1W2D", 9 * day],
    ["PT1H", 3_600_000],
    ["PT90M", 5_400_000],
    ["PT30S", 30_000],
    ["P1DT2H3M4S", day + 7_384_000],
    ["P1WT1S", 7 * day + 1000],
    ["P0D", 0],
    ["PT0S", 0],
    ["P007D", 7 * day],
  ])("reads %s as %i ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    "",
    "P",
    "PT",
    "P1DT",
    "35D",
    "P35",
    "D35",
    "p35d",
    "P35d",
    "P1H",
    "PT1D",
    "P1D2W",
    "PT1S1M",
    "P1Y",
    "P1M",
    "P1.5D",
    "PT0,5S",
    "P-1D",
    "-P1D",
    "+P1D",
    " P1D",
    "P1D ",
    "P1D\n",
    "P 1D",
    "P१D",
    "1 day",
    "86400000",
    "null",
  ])("returns null for %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});
