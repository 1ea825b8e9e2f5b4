import { describe, expect, test } from "vitest";
import { routes } from "../../domain/api.ts";
import { gatewayQuota, peakLoad, requestsPerHour, throttlesFor, usageAssumptions } from "../../lib/load.ts";

const million = 1_000_000;

describe("requestsPerHour", () => {
  test("contains a save of progress for each segment outside of exams", () => {
    // Exams take a tenth of the time: three exams of half an hour in fifteen hours a month.
    expect(requestsPerHour["save-progress"]).toBeCloseTo(0.9 * usageAssumptions.segments, 6);
    // A segment takes half a minute.
    expect(usageAssumptions.segments * 30).toBe(3600);
  });

  test("has only names of routes and “others” as keys", () => {
    for (const name of Object.keys(requestsPerHour)) expect([...Object.keys(routes), "others"]).toContain(name);
  });
});

describe("the load of a million learners", () => {
  const load = peakLoad(million);

  test("is four times the average load of half an hour of practice a day", () => {
    expect(load.concurrentLearners).toBeCloseTo((million / 48) * 4, 6);
    expect(load.heartbeats).toBeCloseTo(load.concurrentLearners / 30, 6);
    const hourly = Object.values(requestsPerHour).reduce((sum, each) => sum + each, 0);
    expect(load.requests).toBeCloseTo((load.concurrentLearners * hourly) / 3600, 6);
    expect(load.requests).toBeGreaterThan((load.concurrentLearners * 0.9 * usageAssumptions.segments) / 3600);
  });

  test("doubles with twice as many learners", () => {
    for (const [name, value] of Object.entries(peakLoad(2 * million))) {
      expect(value).toBeCloseTo(2 * load[name as keyof typeof load], 6);
    }
  });

  test("is within API Gateway's quotas for requests and new connections", () => {
    expect(load.requests + load.heartbeats + 2 * load.newConnections).toBeLessThan(gatewayQuota.rate);
    expect(load.newConnections).toBeLessThan(gatewayQuota.newConnections);
  });
});

describe.each([10, 100, 10_000, 100_000, million])("the limits for %i learners", (learners) => {
  const load = peakLoad(learners);
  const { api, realtime } = throttlesFor(learners);

  test("are above the peak load", () => {
    expect(api.rate).toBeGreaterThanOrEqual(1.25 * load.requests);
    expect(realtime.heartbeat.rate).toBeGreaterThanOrEqual(1.25 * load.heartbeats);
    expect(realtime.$connect.rate).toBeGreaterThanOrEqual(1.25 * load.newConnections);
    expect(realtime.$disconnect.rate).toBeGreaterThanOrEqual(realtime.$connect.rate);
  });

  test("allow all concurrent learners to reconnect and read their account, up to API Gateway's quota", () => {
    const joining = Math.min(load.concurrentLearners, gatewayQuota.newConnections);
    expect(realtime.$connect.rate).toBeGreaterThanOrEqual(joining);
    expect(api.rate).toBeGreaterThanOrEqual(1.25 * load.requests + joining);
  });

  test("are within API Gateway's quotas, and allow at least 50 requests a second", () => {
    for (const { rate, burst } of [api, ...Object.values(realtime)]) {
      expect(rate).toBeLessThanOrEqual(gatewayQuota.rate);
      expect(burst).toBeLessThanOrEqual(gatewayQuota.burst);
      expect(burst).toBeGreaterThanOrEqual(Math.min(rate, gatewayQuota.burst));
      expect(rate).toBeGreaterThanOrEqual(50);
    }
  });
});

test("throttlesFor limits the API for 100 learners to at most 100 requests a second, and heartbeats to 50", () => {
  expect(throttlesFor(100).api.rate).toBeLessThanOrEqual(100);
  expect(throttlesFor(100).realtime.heartbeat.rate).toBe(50);
});
