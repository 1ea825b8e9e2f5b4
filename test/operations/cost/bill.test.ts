import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { calculateBill } from "../../../operations/cost/bill.ts";
import { createCostDocuments } from "../../../operations/cost/documents.ts";
import { countFixedMonthlyUnits } from "../../../operations/cost/fixed-monthly-cost.ts";
import { perLearner, sizes } from "../../../operations/cost/usage.ts";
import { findResource, root, synthesise } from "../../lib/support/synthesise.ts";

const nothing = {};

describe("a bill", () => {
  test("equals both the sum of its services and the sum of its charges, and lists expensive services first", () => {
    const bill = calculateBill(10_000, countFixedMonthlyUnits(synthesise("prod", { learners: 10_000 }).toJSON()));
    expect(bill.services.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(bill.total, 6);
    expect([...bill.charges.values()].reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(bill.total, 6);
    const dollars = bill.services.map(({ usd }) => usd);
    expect(dollars).toEqual([...dollars].sort((one, other) => other - one));
  });

  // A learner practises 15 hours a month with 129.4 requests an hour. The learner takes three exams with 28 requests
  // each, and studies on 22 days with five requests each. One learner in ten asks for feedback, with 80 requests. The
  // first 300 million requests cost 1 USD a million, and further requests cost 0.90 USD a million.
  test("prices a million learners' requests by the price list", () => {
    const millions = 15 * 129.4 + 3 * 28 + 22 * 5 + 0.1 * 80;
    expect(calculateBill(1_000_000, nothing).charges.get("http-requests")).toBeCloseTo(300 + (millions - 300) * 0.9, 3);
  });

  // Each of 15 hours of practice has two messages every half minute, and one pushed change. An exam has 22 messages,
  // and a month has three exams. A day of study has four messages, and a month has 22 such days. The first billion
  // messages cost 1 USD a million, and further messages cost 0.80 USD a million.
  test("prices heartbeats, their responses and pushed changes", () => {
    const millions = 15 * (2 * 120 + 1) + 3 * 22 + 22 * 4;
    expect(calculateBill(1_000_000, nothing).charges.get("channel-messages")).toBeCloseTo(
      1000 + (millions - 1000) * 0.8,
      3,
    );
  });

  // One learner in ten creates a share. A share has 15 minutes of audio at 32 kbit/s. The audio is heard three times,
  // which is 10.8 MB. The lower bound assumes 0.05 USD for a GB.
  test("of feedback by links is at most 0.003 USD per learner for a million learners", () => {
    const [whole, without] = [true, false].map((shares) => calculateBill(1_000_000, nothing, { shares }).total);
    const each = ((whole ?? 0) - (without ?? 0)) / 1_000_000;
    expect(each).toBeGreaterThan(0.1 * 0.0108 * 0.05);
    expect(each).toBeLessThanOrEqual(0.003);
  });

  test("without learners has only fixed costs and the costs of stored files", () => {
    const { charges } = calculateBill(0, { keys: 1 });
    expect([...charges.keys()].sort()).toEqual(["keys", "stored-files"]);
    expect(charges.get("keys")).toBe(1);
  });

  test("includes the firewall's requests only if the stage has a firewall", () => {
    expect(calculateBill(1000, nothing).charges.has("firewall-requests")).toBe(false);
    expect(calculateBill(1000, { firewalls: 1 }).charges.get("firewall-requests")).toBeGreaterThan(0);
  });

  // A learner practises 15 hours a month. In each hour, 8 new connections check the session, and 3 requests renew
  // tokens. A log-in has 3 requests and occurs every five hours. AWS WAF charges 0.60 USD for a million requests.
  test("prices the log-ins, token renewals and session checks that the firewall inspects", () => {
    const charge = calculateBill(1_000_000, { firewalls: 1 }).charges.get("firewall-requests");
    expect(charge).toBeCloseTo(0.6 * 15 * (8 + 3 + 3 * 0.2), 6);
    expect(charge).toBeGreaterThan(0.6 * 120);
  });

  test("lists Cognito separately: 10,000 learners free, further learners 0.015 USD each", () => {
    expect(calculateBill(10_000, nothing).cognito).toBe(0);
    expect(calculateBill(12_000, nothing).cognito).toBeCloseTo(30, 6);
  });

  // The first 10,000 learners are free. The next 90,000 cost 0.0055 USD each. The next 900,000 cost 0.0046 USD each.
  // https://aws.amazon.com/cognito/pricing/
  test("computes Cognito's Lite plan for comparison: 10,000 learners free, further learners by tiers", () => {
    expect(calculateBill(10_000, nothing).cognitoLite).toBe(0);
    expect(calculateBill(950_000, nothing).cognitoLite).toBeCloseTo(90_000 * 0.0055 + 850_000 * 0.0046, 6);
    expect(calculateBill(1_001_000, nothing).cognitoLite).toBeCloseTo(495 + 4140 + 3.25, 6);
  });

  test("of a million learners is at most 0.022 USD per learner", () => {
    expect(
      calculateBill(1_000_000, countFixedMonthlyUnits(synthesise("prod", { learners: 1_000_000 }).toJSON())).total /
        1_000_000,
    ).toBeLessThanOrEqual(0.022);
  });

  test("of a hundred learners is at most 0.104 USD per learner", () => {
    expect(
      calculateBill(100, countFixedMonthlyUnits(synthesise("prod", { learners: 100 }).toJSON())).total / 100,
    ).toBeLessThanOrEqual(0.104);
  });

  test("is at most 20 percent higher per learner for ten times as many learners, from 10,000 to a million", () => {
    const each = [1000, 10_000, 100_000, 1_000_000].map(
      (learners) => calculateBill(learners, { keys: 1 }).total / learners,
    );
    for (const [at, one] of each.slice(2).entries()) expect(one).toBeLessThanOrEqual((each[at + 1] ?? 0) * 1.2);
  });
});

test("the cost estimate assumes audio files within 5 percent of the sample pack's average size", () => {
  const pack = join(root, "content/pack");
  const recordings = readdirSync(pack, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp3"));
  const bytes = recordings.reduce((sum, name) => sum + statSync(join(pack, name)).size, 0) / recordings.length;
  expect(recordings.length).toBeGreaterThan(100);
  expect(Math.abs(sizes.recording / bytes - 1)).toBeLessThan(0.05);
});

const AccessLog = z.object({ AccessLogSettings: z.object({ Format: z.string() }) });
const aLine: Readonly<Record<string, string>> = {
  "$context.requestId": "UPdEBGUlSwMF7jQ=",
  "$context.requestTimeEpoch": "1764086400000",
  "$context.eventType": "MESSAGE",
  "$context.routeKey": "heartbeat",
  "$context.status": "200",
  "$context.integrationLatency": "12",
};

test("the estimate for a heartbeat's log line is 0 to 10 percent above its size in CloudWatch", () => {
  const stage = findResource(synthesise("prod"), "AWS::ApiGatewayV2::Stage", "Realtime/Stage");
  const format = AccessLog.parse(stage.properties).AccessLogSettings.Format;
  const line = format.replaceAll(/\$context\.[\w.]+/g, (variable) => aLine[variable] ?? "-");
  expect(Object.keys(aLine).filter((variable) => !format.includes(variable))).toEqual([]);
  expect(sizes.channelLog).toBeGreaterThanOrEqual(line.length + 26);
  expect(sizes.channelLog).toBeLessThan(1.1 * (line.length + 26));
});

test("perLearner has a usage above zero for each of its meters", () => {
  for (const units of Object.values(perLearner)) expect(units).toBeGreaterThan(0);
});

test("docs/cost.md and docs/scale.md contain the current tables (npm run cost -- --write updates them)", () => {
  for (const { path, text } of createCostDocuments()) expect(readFileSync(path, "utf8")).toBe(text);
});
