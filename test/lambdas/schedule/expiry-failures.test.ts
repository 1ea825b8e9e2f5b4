import { beforeEach, describe, expect, test } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { expireSubscriptions, runExpiry } from "../../../lambdas/schedule/expire-subscriptions.ts";
import { UnreadableRowError } from "../../../lambdas/store/subscriptions.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { aOnceRow, createPlanWorld, endedRows } from "../support/plan-world.ts";

beforeEach(captureLog);

const failures = () => logLines().filter((line) => Object(line).level === "ERROR");
const enough = () => 600_000;
const world = (rows: readonly Subscription[]) => createPlanWorld({ rows, now: "2027-02-01T00:00:30.000Z" });

describe("a row that cannot be downgraded in an expiry run", () => {
  const failing = (services: ReturnType<typeof world>["services"]) => ({
    ...services,
    subscriptions: {
      ...services.subscriptions,
      get: (userId: string) =>
        userId === "learner-2" ? Promise.reject(new Error("No capacity")) : services.subscriptions.get(userId),
    },
  });

  test("does not affect other rows, and is logged without the learner's id", async () => {
    const { services, row } = world(endedRows(5));
    const report = await expireSubscriptions(failing(services), enough);
    expect(report).toEqual({ downgraded: 4, renewed: 0, failed: 1, finished: true });
    expect(row("learner-2")).toMatchObject({ plan_type: "pro" });
    expect(failures()).toMatchObject([{ level: "ERROR", reason: "No capacity" }]);
    expect(JSON.stringify(logLines())).not.toMatch(/learner-2|cus_2|pi_2/);
  });

  test("makes the run throw after it has downgraded a later row", async () => {
    const { services, row } = world(endedRows(5));
    const context = { getRemainingTimeInMillis: enough };
    await expect(runExpiry({}, failing(services), context)).rejects.toThrow("1 subscriptions could not be expired");
    expect(row("learner-4")).toMatchObject({ plan_type: "free" });
  });
});

describe("a malformed row in an expiry run", () => {
  const malformed = new UnreadableRowError(
    { user_id: "learner-bad", end_date: "2027-01-31T02:00:00.000Z" },
    "plan_type",
  );
  const holding = (services: ReturnType<typeof world>["services"]) => ({
    ...services,
    subscriptions: {
      ...services.subscriptions,
      endedOn: async function* (day: string, at: Date) {
        if (day === "2027-01-31") yield [malformed];
        yield* services.subscriptions.endedOn(day, at);
      },
    },
  });

  test("does not affect other rows or days, and is logged as an error", async () => {
    const earlier = aOnceRow({ end_date: "2027-01-05T00:00:00.000Z" });
    const { services, row } = world([...endedRows(3), earlier]);
    const report = await expireSubscriptions(holding(services), enough);
    expect(report).toEqual({ downgraded: 4, renewed: 0, failed: 1, finished: true });
    for (const { user_id } of [...endedRows(3), earlier]) expect(row(user_id)).toMatchObject({ plan_type: "free" });
    expect(failures()).toMatchObject([{ level: "ERROR", error: "UnreadableRowError", reason: malformed.message }]);
    expect(JSON.stringify(logLines())).not.toContain("learner-bad");
  });

  test("makes the run throw after it has downgraded a later row", async () => {
    const { services, row } = world(endedRows(3));
    const run = runExpiry({}, holding(services), { getRemainingTimeInMillis: enough });
    await expect(run).rejects.toThrow("1 subscriptions could not be expired");
    expect(row("learner-2")).toMatchObject({ plan_type: "free" });
  });
});
