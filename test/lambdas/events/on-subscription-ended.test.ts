import { beforeEach, describe, expect, test } from "vitest";
import { expireEndedSubscription, handler } from "../../../lambdas/events/on-subscription-ended.ts";
import { log, withLogFields } from "../../../lambdas/runtime/log.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { aOnceRow, aRow, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly } from "../support/scripted-payment-provider.ts";

beforeEach(captureLog);

const detail = { type: "SubscriptionEnded", userId: "asha" } as const;
const now = "2027-02-01T00:00:00.000Z";
const afterGrace = "2027-02-01T01:00:00.000Z";

describe("the handler of an ended subscription", () => {
  test("downgrades the row and publishes a SubscriptionChanged event", async () => {
    const { services, row, told } = createPlanWorld({ rows: [aOnceRow()], now });
    await expireEndedSubscription({ detail }, services);
    const subscription = aOnceRow({ plan_type: "free", active: false, updated_at: now, revision: 2 });
    expect(row("asha")).toEqual(subscription);
    expect(told).toEqual([{ type: "SubscriptionChanged", userId: "asha", subscription }]);
  });

  test("adds the learner's id to later log lines", async () => {
    const { services } = createPlanWorld({ now });
    await withLogFields({}, async () => {
      await expireEndedSubscription({ detail }, services);
      log("info", "done");
    });
    expect(logLines()).toEqual([{ timestamp: expect.any(String), level: "INFO", message: "done", userId: "asha" }]);
  });

  test("ignores a second event", async () => {
    const { services, row, told } = createPlanWorld({ rows: [aOnceRow()], now });
    await expireEndedSubscription({ detail }, services);
    await expireEndedSubscription({ detail }, services);
    expect([row("asha")?.revision, told.length]).toEqual([2, 1]);
  });

  test("syncs a recurring plan with the provider, and keeps a renewed plan", async () => {
    const renewed = aMonthly({ periodStart: now, periodEnd: "2027-03-01T00:00:00.000Z" });
    const { services, row } = createPlanWorld({ rows: [aRow()], billing: { recurring: [renewed] }, now: afterGrace });
    await expireEndedSubscription({ detail }, services);
    expect(row("asha")).toMatchObject({ plan_type: "pro", end_date: "2027-03-01T00:00:00.000Z" });
  });

  test.each([
    ["there is no row", []],
    ["the plan has not ended", [aOnceRow({ end_date: "2027-02-01T00:00:00.001Z" })]],
    ["the plan renews and its renewal may still arrive", [aRow()]],
    ["the row was downgraded already", [aOnceRow({ plan_type: "free", active: false })]],
    ["the recurring plan was renewed", [aRow({ end_date: "2027-03-01T00:00:00.000Z" })]],
  ])("does nothing if %s", async (_, rows) => {
    const { services, row, reads, told } = createPlanWorld({ rows, now });
    await expireEndedSubscription({ detail }, services);
    expect([row("asha"), reads(), told]).toEqual([rows[0] ?? null, 0, []]);
  });

  test("downgrades a paid row without an end date and without a subscription id", async () => {
    const { stripe_subscription_id: _, ...bare } = aRow({ end_date: null });
    const { services, row } = createPlanWorld({ rows: [bare], now });
    await expireEndedSubscription({ detail }, services);
    expect(row("asha")).toMatchObject({ plan_type: "free", active: false, end_date: now });
  });

  test("throws and keeps the row if the request to the provider fails", async () => {
    const { services, row } = createPlanWorld({ rows: [aRow()], now: afterGrace });
    const payments = { ...services.payments, billingOf: () => Promise.reject(new Error("out of order")) };
    await expect(expireEndedSubscription({ detail }, { ...services, payments })).rejects.toThrow("out of order");
    expect(row("asha")).toEqual(aRow());
  });
});

test.each([{}, { detail: {} }, { detail: { type: "SubscriptionChanged", userId: "asha" } }, null])(
  "the handler of an ended subscription throws for the invalid event %j",
  async (event) => {
    await expect(handler(event, context)).rejects.toMatchObject({ name: "$ZodError" });
  },
);
