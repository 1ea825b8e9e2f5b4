import { beforeEach, describe, expect, test } from "vitest";
import { durationText, planBadge } from "../../../domain/plans/plan-badge.ts";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { resumePlan } from "../../../lambdas/api/resume-plan.ts";
import { captureLog } from "../support/capture-log.ts";
import { caller } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

const amounts = (payments: readonly { amount: number }[]) => payments.map(({ amount }) => amount);

describe("a monthly plan bought while a single month runs", () => {
  test("is billed when the month ends, and its row shows that date at once", async () => {
    const { buy, moveTo, plan, paid, clock } = await createStripeWorld();
    await buy("plus", "once");
    await moveTo("01-10");
    const row = await buy("pro", "monthly");
    expect(row).toMatchObject({ plan_type: "pro", active: true, end_date: "2027-02-01T00:00:00.000Z" });
    expect(row && durationText(row, clock.now)).toBe("Next billing cycle in 22 days");
    expect(await plan()).toMatchObject({ id: row?.stripe_subscription_id, status: "trialing" });
    expect(amounts(await paid())).toEqual([999]);
    expect(await moveTo("02-02")).toMatchObject({
      plan_type: "pro",
      active: true,
      end_date: "2027-03-01T00:00:00.000Z",
    });
    expect(await plan()).toMatchObject({ status: "active" });
    expect(amounts(await paid())).toEqual([1999, 999]);
  });

  test("needs no payment on the checkout page", async () => {
    const { buy, sdk, customer } = await createStripeWorld();
    await buy("plus", "once");
    await buy("pro", "monthly");
    const { data } = await sdk.checkout.sessions.list({ customer: customer(), limit: 1 });
    expect(data).toMatchObject([{ status: "complete", payment_status: "no_payment_required", amount_total: 0 }]);
  });

  test("starts at once if the month ends too soon for a trial at the provider", async () => {
    const { buy, moveTo, plan, paid } = await createStripeWorld();
    await buy("plus", "once");
    await moveTo("01-31");
    expect(await buy("plus", "monthly")).toMatchObject({ end_date: "2027-02-28T00:00:00.000Z" });
    expect(await plan()).toMatchObject({ status: "active" });
    expect(amounts(await paid())).toEqual([999, 999]);
  });

  test("ends together with the month if the month is refunded", async () => {
    const { buy, moveTo, plan, paid, controls, hear } = await createStripeWorld();
    await buy("plus", "once");
    await moveTo("01-10");
    await buy("pro", "monthly");
    const [month] = await paid();
    controls.refund(month?.id ?? "");
    expect(await hear()).toMatchObject({ plan_type: "free", active: false });
    expect(await plan()).toMatchObject({ status: "canceled" });
  });

  test("can be changed and cancelled without a charge before its first bill", async () => {
    const { buy, choose, services, moveTo, paid, plan, row } = await createStripeWorld();
    await buy("plus", "once");
    await moveTo("01-10");
    await buy("pro", "monthly");
    expect(await choose("premium", "monthly")).toHaveProperty("outcome", "changed");
    expect(row()).toMatchObject({ plan_type: "premium", end_date: "2027-02-01T00:00:00.000Z" });
    expect(await plan()).toMatchObject({ status: "trialing" });
    expect(await cancelPlan({ caller }, services)).toMatchObject({
      active: false,
      end_date: "2027-02-01T00:00:00.000Z",
    });
    await moveTo("02-02");
    expect(row()).toMatchObject({ plan_type: "free", active: false });
    expect(amounts(await paid())).toEqual([999]);
  });
});

describe("a plan that is cancelled before its first bill", () => {
  async function calledOff() {
    const world = await createStripeWorld();
    await world.buy("plus", "once");
    await world.moveTo("01-10");
    await world.buy("premium", "monthly");
    return { ...world, row: await cancelPlan({ caller }, world.services) };
  }

  test("is replaced in the row by the running month", async () => {
    const { row, clock, moveTo, paid } = await calledOff();
    expect(row).toMatchObject({
      plan_type: "plus",
      active: false,
      end_date: "2027-02-01T00:00:00.000Z",
      called_off: { plan_type: "premium", first_billed_at: "2027-02-01T00:00:00.000Z" },
    });
    expect(planBadge(row, clock.now)?.label).toBe("Plus Cancelled");
    const over = await moveTo("02-02");
    expect(over).toMatchObject({ plan_type: "free", active: false });
    expect(over).not.toHaveProperty("called_off");
    expect(amounts(await paid())).toEqual([999]);
  });

  test("can be resumed and is billed when it starts", async () => {
    const { services, moveTo, paid } = await calledOff();
    const resumed = await resumePlan({ caller }, services);
    expect(resumed).toMatchObject({ plan_type: "premium", active: true, first_billed_at: "2027-02-01T00:00:00.000Z" });
    expect(resumed).not.toHaveProperty("called_off");
    expect(await moveTo("02-02")).toMatchObject({ plan_type: "premium", active: true });
    expect(amounts(await paid())).toEqual([2999, 999]);
  });

  test("is replaced in the row by the running month and a month bought later", async () => {
    const { buy, moveTo } = await calledOff();
    const row = await buy("pro", "once");
    expect(row).toMatchObject({ plan_type: "pro", active: true, end_date: "2027-03-01T00:00:00.000Z" });
    expect(row?.stages?.map(({ plan_type }) => plan_type)).toEqual(["plus", "pro"]);
    expect(await moveTo("02-02")).toMatchObject({ plan_type: "pro", active: true });
  });
});

describe("a single month bought while a cancelled plan runs", () => {
  test("starts when the plan ends", async () => {
    const { buy, moveTo, services } = await createStripeWorld();
    await buy("pro", "monthly");
    await cancelPlan({ caller }, services);
    await moveTo("01-10");
    const followed = { active: true, end_date: "2027-03-01T00:00:00.000Z" };
    expect(await buy("plus", "once")).toMatchObject({ plan_type: "pro", ...followed });
    expect(await moveTo("02-02")).toMatchObject({ plan_type: "plus", ...followed });
  });

  test("prevents the choice of a monthly plan until the month starts", async () => {
    const { buy, choose, moveTo, services, plan } = await createStripeWorld();
    await buy("pro", "monthly");
    await cancelPlan({ caller }, services);
    await buy("plus", "once");
    for (const planType of ["pro", "premium"] as const) {
      await expect(choose(planType, "monthly")).rejects.toMatchObject({ code: "month_follows" });
    }
    expect(await plan()).toMatchObject({ cancel_at_period_end: true });
    await moveTo("02-02");
    expect(await choose("pro", "monthly")).toHaveProperty("outcome", "pay");
  });
});
