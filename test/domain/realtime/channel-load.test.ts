import { describe, expect, test } from "vitest";
import { simulatePages } from "./channel-simulation.ts";

const pages = 200;
const aQuarterHour = 900;
/** The number of heartbeats per second in normal operation. */
const heartbeats = pages / 30;

describe("a crowd of pages that exceeds the gateway's heartbeat limit", () => {
  test("keeps its connections and sends fewer heartbeats after the gateway refuses heartbeats", () => {
    const crowd = simulatePages({ pages, joins: 50, heartbeats: heartbeats / 3, isSilent: false });
    crowd.joinAll();
    crowd.within(aQuarterHour);
    expect(crowd.joinedNow()).toBe(pages);
    const later = crowd.within(aQuarterHour);
    expect(later.triedToJoin).toBe(0);
    expect(later.heartbeats / aQuarterHour).toBeLessThan(0.6 * heartbeats);
  });

  test("rejoins on average less than once in five minutes per page if the gateway ignores excess heartbeats", () => {
    const crowd = simulatePages({ pages, joins: 50, heartbeats: heartbeats / 3, isSilent: true });
    crowd.joinAll();
    crowd.within(2 * aQuarterHour);
    const later = crowd.within(2 * aQuarterHour);
    expect(later.joined).toBe(later.triedToJoin);
    expect(later.joined / pages).toBeLessThan(6);
    expect(crowd.joinedNow()).toBeGreaterThan(0.95 * pages);
  });
});

describe("pages that lose their connections at the same time", () => {
  const joins = 5;
  const crowd = simulatePages({ pages, joins, heartbeats: 2 * heartbeats, isSilent: false });
  crowd.joinAll();
  crowd.within(aQuarterHour);

  test("rejoin within twice the time that the gateway's join limit requires, and stay joined", () => {
    expect(crowd.joinedNow()).toBe(pages);
    crowd.breakAll();
    expect(crowd.joinedNow()).toBe(0);
    crowd.within((2 * pages) / joins);
    expect(crowd.joinedNow()).toBe(pages);
    expect(crowd.within(aQuarterHour).triedToJoin).toBe(0);
  });
});
