import { beforeEach, describe, expect, test } from "vitest";
import { submit } from "../../../fakes/stripe/test/fixture.ts";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { openCustomerPortal } from "../../../lambdas/api/customer-portal.ts";
import { resumePlan } from "../../../lambdas/api/resume-plan.ts";
import { captureLog } from "../support/capture-log.ts";
import { aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly, aMonthOnce } from "../support/scripted-payment-provider.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

async function cancelled() {
  const world = await createStripeWorld();
  await world.buy("plus", "monthly");
  await cancelPlan({ caller }, world.services);
  const onPortal = async (action: string) => {
    const { url } = await openCustomerPortal({ caller, body: { returnUrl: "https://app.example/" } }, world.services);
    await submit(url, { action, subscription: (await world.plan()).id });
  };
  const pay = async (url: string) => {
    await submit(url, { action: "pay", card: "works" });
    return world.hear();
  };
  const amounts = async () => (await world.paid()).map(({ amount }) => amount);
  const refunds = async () => (await world.sdk.refunds.list()).data.map(({ amount }) => amount);
  return { ...world, onPortal, pay, amounts, refunds };
}

test("a plan is resumed even if a single month followed an older plan", async () => {
  const [december, january, february] = ["2026-12-10", "2027-01-01", "2027-02-01"].map((day) => `${day}T00:00:00.000Z`);
  const former = aMonthly({
    ...{
      id: "sub_0",
      status: "canceled",
      createdAt: "2026-11-10T00:00:00.000Z",
      billedFrom: "2026-11-10T00:00:00.000Z",
    },
    ...{ periodEnd: december ?? "", endsAt: december ?? "" },
  });
  const cancelled = aMonthly({ createdAt: january ?? "", endsAt: february ?? "" });
  const month = aMonthOnce({ paidAt: "2026-12-12T00:00:00.000Z" });
  const world = createPlanWorld({
    rows: [aRow({ active: false })],
    billing: { recurring: [former, cancelled], single: [month] },
  });
  await resumePlan({ caller }, world.services);
  expect(world.changes()).toContainEqual(["setEnding", "sub_1", false]);
});

describe("a checkout page for a single month that follows a cancelled plan", () => {
  test("accepts no payment after the plan is resumed in the app", async () => {
    const { services, choose, pay, amounts } = await cancelled();
    const { url } = await choose("premium", "once");
    await resumePlan({ caller }, services);
    expect(await pay(url)).toMatchObject({ plan_type: "plus", active: true });
    expect(await amounts()).toEqual([999]);
  });

  test("accepts no payment after the plan is resumed in the portal and Stripe's event is handled", async () => {
    const { onPortal, choose, hear, pay, amounts } = await cancelled();
    const { url } = await choose("premium", "once");
    await onPortal("resume");
    await hear();
    await pay(url);
    expect(await amounts()).toEqual([999]);
  });

  test("has its payment refunded if the payment precedes the sync of the resumed plan", async () => {
    const { onPortal, choose, pay, refunds } = await cancelled();
    const { url } = await choose("premium", "once");
    await onPortal("resume");
    expect(await pay(url)).toMatchObject({
      plan_type: "plus",
      active: true,
      given_back: { plan_type: "premium", cents: 2999, at: "2027-01-01T00:00:00.000Z" },
    });
    expect(await refunds()).toEqual([2999]);
  });
});

describe("a single month that follows a cancelled plan", () => {
  test("is refunded when the plan is resumed in the portal", async () => {
    const { buy, onPortal, hear, refunds, moveTo } = await cancelled();
    const followed = await buy("premium", "once");
    expect(followed).toMatchObject({
      stages: [
        { plan_type: "plus", ends_at: "2027-02-01T00:00:00.000Z" },
        { plan_type: "premium", starts_at: "2027-02-01T00:00:00.000Z", ends_at: "2027-03-01T00:00:00.000Z" },
      ],
    });
    await onPortal("resume");
    const resumed = await hear();
    expect(resumed).toMatchObject({ plan_type: "plus", active: true, given_back: { cents: 2999 } });
    expect(resumed).not.toHaveProperty("stages");
    expect(await refunds()).toEqual([2999]);
    expect(await moveTo("02-02")).toMatchObject({ plan_type: "plus", end_date: "2027-03-01T00:00:00.000Z" });
  });

  test("starts when the plan ends", async () => {
    const { buy, moveTo, refunds } = await cancelled();
    await buy("premium", "once");
    expect(await moveTo("02-02")).toMatchObject({ plan_type: "premium", end_date: "2027-03-01T00:00:00.000Z" });
    expect(await refunds()).toEqual([]);
  });

  test("prevents resuming the plan in the app", async () => {
    const { buy, services, plan } = await cancelled();
    const row = await buy("premium", "once");
    expect(await resumePlan({ caller }, services)).toEqual(row);
    expect(await plan()).toMatchObject({ cancel_at_period_end: true });
  });

  test("prevents resuming the plan even if the request read the row before the purchase", async () => {
    const { buy, services, row, plan, refunds } = await cancelled();
    const before = row();
    await buy("premium", "once");
    const get = services.subscriptions.get;
    let looks = 0;
    const behind = {
      ...services,
      subscriptions: {
        ...services.subscriptions,
        get: async (userId: string) => {
          looks += 1;
          return looks === 1 ? before : get(userId);
        },
      },
    };
    await expect(resumePlan({ caller }, behind)).rejects.toMatchObject({
      code: "month_follows",
      message: "A single month follows your plan. You can choose a monthly plan when that month has started.",
    });
    expect(await plan()).toMatchObject({ cancel_at_period_end: true });
    expect(await refunds()).toEqual([]);
  });
});
