import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import {
  createFreeSubscription,
  createSubscriptionWithoutPlan,
  renewalGraceMs,
} from "../../../domain/plans/subscription.ts";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { resumePlan } from "../../../lambdas/api/resume-plan.ts";
import { captureLog } from "../support/capture-log.ts";
import { aOnceRow, aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly, aMonthOnce } from "../support/scripted-payment-provider.ts";
import { skipPauses } from "../support/skip-pauses.ts";

beforeEach(captureLog);

const monthly = () => createPlanWorld({ rows: [aRow()], billing: { recurring: [aMonthly()] } });
const once = () => createPlanWorld({ rows: [aOnceRow()], billing: { single: [aMonthOnce()] } });
const now = "2027-01-15T12:00:00.000Z";

describe("a recurring plan", () => {
  test("is cancelled at the provider, and gives access until its end", async () => {
    const { services, changes, row, told } = monthly();
    const cancelled = await cancelPlan({ caller }, services);
    expect(cancelled).toMatchObject({ plan_type: "pro", active: false, end_date: "2027-02-01T00:00:00.000Z" });
    expect(row("asha")).toEqual(cancelled);
    expect(changes()).toEqual([["setEnding", "sub_1", true]]);
    expect(told).toEqual([{ type: "SubscriptionChanged", userId: "asha", subscription: cancelled }]);
  });

  test("is cancelled by the first of two calls, and the second publishes nothing", async () => {
    const { services, told } = monthly();
    const first = await cancelPlan({ caller }, services);
    expect(first).toMatchObject({ active: false });
    expect(await cancelPlan({ caller }, services)).toEqual(first);
    expect(told).toHaveLength(1);
  });

  test("is active after it is resumed once, and after it is resumed twice", async () => {
    const { services, changes } = monthly();
    await cancelPlan({ caller }, services);
    expect(await resumePlan({ caller }, services)).toMatchObject({ active: true });
    expect(await resumePlan({ caller }, services)).toMatchObject({ active: true });
    expect(changes().slice(1)).toEqual([
      ["setEnding", "sub_1", false],
      ["closePages", "cus_1"],
      ["setEnding", "sub_1", false],
    ]);
  });

  test("stays unchanged if the cancellation fails at the provider", async () => {
    const { services, row } = monthly();
    const setEnding = () => Promise.reject(new Refusal("payments_unavailable", "Later"));
    const payments = { ...services.payments, setEnding };
    await expect(cancelPlan({ caller }, { ...services, payments })).rejects.toMatchObject({
      code: "payments_unavailable",
    });
    expect(row("asha")).toEqual(aRow());
  });

  test("ends at once if it is cancelled after a failed renewal", async () => {
    const purchase = aMonthly({ status: "past_due", periodStart: "2027-01-10T00:00:00.000Z", dueCents: 1999 });
    const { services, changes } = createPlanWorld({
      rows: [aRow({ renewal_failed: true })],
      billing: { recurring: [purchase] },
    });
    const ended = await cancelPlan({ caller }, services);
    expect(ended).toMatchObject({ plan_type: "free", active: false, end_date: now });
    expect(ended).not.toHaveProperty("renewal_failed");
    expect(changes()).toEqual([
      ["setEnding", "sub_1", true],
      ["cancelAndRefund", "sub_1"],
    ]);
  });
});

describe("a single month", () => {
  test("is cancelled and resumed only in the row, not at the provider", async () => {
    const { services, row, changes, told } = once();
    const cancelled = aOnceRow({ active: false, updated_at: now, revision: 2 });
    expect(await cancelPlan({ caller }, services)).toEqual(cancelled);
    expect(row("asha")).toEqual(cancelled);
    expect(await resumePlan({ caller }, services)).toEqual(aOnceRow({ updated_at: now, revision: 3 }));
    expect(changes()).toEqual([]);
    expect(told.map((event) => "subscription" in event && event.subscription.active)).toEqual([false, true]);
  });

  test("is cancelled once, and a second cancellation writes and publishes nothing", async () => {
    const { services, row, told } = once();
    const first = await cancelPlan({ caller }, services);
    expect(await cancelPlan({ caller }, services)).toEqual(first);
    expect([row("asha"), told.length]).toEqual([first, 1]);
  });

  test("is cancelled although another call writes its row in the meantime", async () => {
    const { services, row, write, meanwhile } = once();
    meanwhile.push(() => write("asha", { synced_at: now }));
    await cancelPlan({ caller }, services);
    expect(row("asha")).toMatchObject({ active: false, synced_at: now, revision: 3 });
  });

  test("is not cancelled if another purchase replaces it in the meantime", async () => {
    const { services, row, write, meanwhile } = once();
    meanwhile.push(() => write("asha", { stripe_subscription_id: "sub_9" }));
    await expect(cancelPlan({ caller }, services)).rejects.toMatchObject({ code: "no_active_plan" });
    expect(row("asha")).toMatchObject({ active: true, stripe_subscription_id: "sub_9" });
  });

  test("is not resumed if it is downgraded in the meantime", async () => {
    const { services, row, write, meanwhile } = createPlanWorld({ rows: [aOnceRow({ active: false })] });
    meanwhile.push(() => write("asha", { plan_type: "free", active: false, end_date: now }));
    await expect(resumePlan({ caller }, services)).rejects.toMatchObject({ code: "no_active_plan" });
    expect(row("asha")).toMatchObject({ plan_type: "free", active: false });
  });

  test("has its cancellation refused if another call writes its row at each try", async () => {
    skipPauses();
    const { services, write, meanwhile } = once();
    for (let nth = 0; nth < 100; nth += 1) meanwhile.push(() => write("asha", {}));
    await expect(cancelPlan({ caller }, services)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });
});

describe.each([
  ["cancel", cancelPlan],
  ["resume", resumePlan],
])("a call to %s without an active plan", (_, call) => {
  const at = new Date("2027-01-01T00:00:00.000Z");
  test.each([
    ["without a row", []],
    ["without a plan", [{ ...createSubscriptionWithoutPlan("asha", at), stripe_customer_id: "cus_1" }]],
    ["on the free plan", [createFreeSubscription("asha", at)]],
    ["when a recurring plan is over", [aRow({ end_date: new Date(Date.parse(now) - renewalGraceMs).toISOString() })]],
    ["when a single month is over", [aOnceRow({ end_date: now, active: false })]],
    ["when the plan was downgraded", [aRow({ plan_type: "free", active: false })]],
    ["if only another learner has a plan", [aRow({ user_id: "somebody else" })]],
  ])("is refused: %s", async (_name, rows) => {
    const { services, changes, told } = createPlanWorld({ rows, billing: { recurring: [aMonthly()] } });
    await expect(call({ caller }, services)).rejects.toMatchObject({
      code: "no_active_plan",
      message: "No active subscription found",
    });
    expect([changes(), told]).toEqual([[], []]);
  });
});
