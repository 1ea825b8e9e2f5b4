import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { callLimits } from "../../../domain/call-limit.ts";
import { peakLoad, requestsPerHour, studyAssumptions, usageAssumptions } from "../../../lib/load.ts";
import { firstAttemptShare } from "../../../operations/cost/handler-work.ts";
import { demandFor, learnersAtLimit, quotas } from "../../../operations/cost/quotas.ts";
import { hoursPerMonth } from "../../../operations/cost/usage.ts";
import { aTerm, aTermChange, fullBatch } from "../../lambdas/support/study-builders.ts";
import { root, synthesise } from "../../lib/support/synthesise.ts";

const Throttle = z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() });
const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const Stage = z.object({ DefaultRouteSettings: z.unknown().optional(), RouteSettings: z.record(z.string(), Throttle) });

const resourcesOf = (learners: number, type: string) =>
  Object.values(Template.parse(synthesise("prod", { learners }).toJSON()).Resources).filter(
    ({ Type }) => Type === type,
  );

function limitsOf(learners: number) {
  const stages = resourcesOf(learners, "AWS::ApiGatewayV2::Stage").map(({ Properties }) => Stage.parse(Properties));
  const http = stages.find(({ RouteSettings }) => !("$connect" in RouteSettings));
  const live = stages.find(({ RouteSettings }) => "$connect" in RouteSettings);
  if (!http || !live) throw new Error("The template has not the stages of two APIs");
  return { all: Throttle.parse(http.DefaultRouteSettings), own: http.RouteSettings, live: live.RouteSettings };
}

const perSecond = (practising: number, perHour: number) => (practising * perHour) / 3600;

describe.each([100, 10_000, 100_000, 999_999])("a stage for %i learners", (learners) => {
  // The load is four times the average of half an hour a day.
  const practising = 4 * ((learners * 0.5) / 24);
  const limits = limitsOf(learners);

  test("has call limits above four times the average load", () => {
    const asked = Object.values(requestsPerHour).reduce((sum, some) => sum + some, 0);
    expect(limits.all.ThrottlingRateLimit).toBeGreaterThan(perSecond(practising, asked));
    const joins = perSecond(practising, usageAssumptions.visits + usageAssumptions.reconnections);
    for (const route of ["$connect", "$disconnect"]) {
      expect(limits.live[route]?.ThrottlingRateLimit).toBeGreaterThan(joins);
    }
    expect(limits.live["heartbeat"]?.ThrottlingRateLimit).toBeGreaterThan(practising / 30);
    const signIns = perSecond(practising, usageAssumptions.signIns);
    expect(limits.own["POST /check-user-provider"]?.ThrottlingRateLimit).toBeGreaterThan(signIns);
    expect(limits.own["POST /email-confirmations"]?.ThrottlingRateLimit).toBeGreaterThan(signIns);
  });

  test("has separate limits only for the public routes and the WebSocket routes", () => {
    const ofGuests = ["", "/comments", "/deletions", "/marking", "/reports", "/saved-comments"];
    expect(Object.keys(limits.own).sort()).toEqual([
      ...["POST /check-user-provider", "POST /email-confirmations"],
      ...ofGuests.map((path) => `POST /shared${path}`),
    ]);
    expect(Object.keys(limits.live).sort()).toEqual(["$connect", "$default", "$disconnect", "heartbeat"]);
  });

  test("has no reserved concurrency, and no maximum throughput of tables", () => {
    const text = JSON.stringify([
      ...resourcesOf(learners, "AWS::Lambda::Function"),
      ...resourcesOf(learners, "AWS::DynamoDB::GlobalTable"),
    ]);
    expect(text).not.toMatch(/ReservedConcurrentExecutions|MaxReadRequestUnits|MaxWriteRequestUnits/);
  });
});

test("the call limits allow a learner intensive practice, marking, imports and log-ins", () => {
  const stored = requestsPerHour["save-progress"] + requestsPerHour["complete-scenario"];
  // The learner practises new segments for an hour without a pause.
  expect(callLimits["new-progress-hour"].calls).toBeGreaterThan(stored);
  expect(callLimits["new-progress-month"].calls).toBeGreaterThan(4 * hoursPerMonth * stored * firstAttemptShare);
  // The learner marks an error or a unit every two seconds, and takes four exams a day.
  const marking = callLimits["exam-marking"];
  expect(marking.calls / marking.seconds).toBeGreaterThanOrEqual(1 / 2);
  expect(callLimits["new-exam-month"].calls).toBeGreaterThan(4 * 30);
  // On a day with practice, the learner imports 5,000 terms with sentences of 150 letters of three bytes each.
  const aLongTerm = () => aTermChange(aTerm({ sentence: "語".repeat(150), note: "" }));
  const imported = Math.ceil(5000 / fullBatch(aLongTerm).length);
  expect(callLimits["study-batch-day"].calls).toBeGreaterThan(imported + 4 * studyAssumptions.batches);
  // The learner logs in on four devices at the same time.
  expect(callLimits["account-check-email"].calls).toBeGreaterThan(4);
});

// The quotas are requests a second:
// https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html#category_operations
const userPoolQuotas: Readonly<Record<string, number>> = {
  UserAuthentication: 120,
  UserCreation: 50,
  UserFederation: 25,
  UserRead: 120,
  UserUpdate: 25,
  UserAccountRecovery: 30,
  UserList: 30,
  UserToken: 120,
};
const quotaOf = (category: string) => quotas.find(({ name }) => name === `Rate of ${category} requests`);

function rowOfScale(beginning: string, from: string): string[] {
  const text = readFileSync(join(root, "docs/scale.md"), "utf8");
  const block = text.slice(text.indexOf(`<!-- begin ${from}:`), text.indexOf(`<!-- end ${from}:`));
  const line = block.split("\n").find((row) => row.startsWith(`| ${beginning} |`)) ?? "";
  return line.split("|").map((cell) => cell.trim());
}

describe("the quotas of Cognito", () => {
  test.each(Object.entries(userPoolQuotas))("are listed in docs/scale.md: %s, %i a second", (category, perSecond) => {
    expect(quotaOf(category)?.limit).toBe(perSecond);
    expect(rowOfScale(`Cognito: Rate of ${category} requests`, "quotas")).toContain(`${perSecond} a second`);
  });

  // Assumes a renewal of tokens for each opened page and each hour, and a log-in every five hours.
  test("for UserAuthentication, UserRead and UserList have the demand computed from the learners' usage", () => {
    const practising = 4 * ((1_000_000 * 0.5) / 24);
    const demand = (category: string) => {
      const quota = quotaOf(category);
      return quota && (demandFor(quota, 1_000_000) * 3600) / practising;
    };
    expect(demand("UserAuthentication")).toBeCloseTo(3 + 0.2, 6);
    expect(demand("UserRead")).toBeCloseTo(8, 6);
    // A learner signs up once in half a year, and practises half an hour a day.
    expect(demand("UserList")).toBeCloseTo(0.2 + 1 / 90, 6);
  });

  test.each([10_000, 100_000, 1_000_000])(
    "allow twice the limits of POST /check-user-provider and POST /email-confirmations for %i learners",
    (learners) => {
      const { own } = limitsOf(learners);
      const check = own["POST /check-user-provider"]?.ThrottlingRateLimit ?? Number.NaN;
      const confirm = own["POST /email-confirmations"]?.ThrottlingRateLimit ?? Number.NaN;
      expect(check).toBeLessThanOrEqual((userPoolQuotas["UserList"] ?? 0) / 2);
      expect(confirm).toBeLessThanOrEqual((userPoolQuotas["UserCreation"] ?? 0) / 2);
      const shown = rowOfScale(learners.toLocaleString("en"), "user-pool-limits");
      expect(shown[3]).toMatch(new RegExp(`^${check}, \\d+ at once$`));
      expect(shown[5]).toMatch(new RegExp(`^${confirm}, \\d+ at once$`));
    },
  );

  test("for reads do not exceed the firewall's documented limit for calls from Lambda functions", () => {
    for (const learners of [10_000, 100_000, 1_000_000]) {
      const [, , , , , , expected, limit] = rowOfScale(learners.toLocaleString("en"), "user-pool-limits").map((cell) =>
        Number(cell.replaceAll(",", "")),
      );
      expect(limit).toBeGreaterThan(expected ?? Number.NaN);
      expect(limit).toBeGreaterThanOrEqual(300 * (userPoolQuotas["UserRead"] ?? Number.NaN));
    }
  });
});

describe("the default quotas of AWS", () => {
  test("are reached at the number of learners that learnersAtLimit returns", () => {
    for (const quota of quotas) expect(demandFor(quota, learnersAtLimit(quota))).toBeCloseTo(quota.limit, 6);
  });

  // The quota covers all APIs of an account and region together:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  test("count HTTP requests, heartbeats and connections together in API Gateway's throttle rate", () => {
    const { requests, heartbeats, newConnections } = peakLoad(500_000);
    const throttle = quotas.find(({ name }) => name === "Throttle rate");
    expect(throttle && demandFor(throttle, 500_000)).toBeCloseTo(requests + heartbeats + 2 * newConnections, 6);
  });

  test("are sufficient for 500,000 learners, apart from the lower quotas of new accounts", () => {
    for (const quota of quotas) expect(learnersAtLimit(quota)).toBeGreaterThan(500_000);
  });
});
