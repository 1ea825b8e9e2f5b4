import { beforeEach, describe, expect, test } from "vitest";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { resumePlan } from "../../../lambdas/api/resume-plan.ts";
import { captureLog } from "../support/capture-log.ts";
import { caller } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

test("a change to a more expensive plan without a card is refused with the reason", async () => {
  const { buy, choose, sdk, plan, row } = await createStripeWorld();
  await buy("plus", "monthly");
  await sdk.paymentMethods.detach(String((await plan()).default_payment_method));
  await expect(choose("pro", "monthly")).rejects.toMatchObject({
    code: "no_payment_method",
    message: "You have no card to pay with. Add a card in the Customer Portal first.",
  });
  expect(row()).toMatchObject({ plan_type: "plus", active: true });
});

describe("a plan that has ended at the provider before the event is handled", () => {
  const ended = async () => {
    const world = await createStripeWorld();
    await world.buy("plus", "monthly");
    await world.sdk.subscriptions.cancel((await world.plan()).id);
    return world;
  };

  test.each([
    ["cancelled", cancelPlan],
    ["resumed", resumePlan],
  ])("cannot be %s, and the row is downgraded", async (_, call) => {
    const { services, row } = await ended();
    await expect(call({ caller }, services)).rejects.toMatchObject({ code: "no_active_plan" });
    expect(row()).toMatchObject({ plan_type: "free", active: false });
  });

  test.each(["plus", "pro"] as const)(
    "makes a simultaneous checkout for %s fail, and the row is downgraded",
    async (planType) => {
      const { services, choose, plan, row, sdk, buy } = await createStripeWorld();
      await buy("plus", "monthly");
      await cancelPlan({ caller }, services);
      const { billingOf } = services.payments;
      let looks = 0;
      services.payments.billingOf = async (customerId) => {
        const billing = await billingOf(customerId);
        looks += 1;
        if (looks === 1) await sdk.subscriptions.cancel((await plan()).id);
        return billing;
      };
      await expect(choose(planType, "monthly")).rejects.toMatchObject({ code: "no_active_plan" });
      expect(row()).toMatchObject({ plan_type: "free", active: false });
    },
  );
});

test("two equal simultaneous changes are charged once and both succeed", async () => {
  const { buy, choose, paid, row } = await createStripeWorld();
  await buy("plus", "monthly");
  const outcomes = await Promise.all([choose("pro", "monthly"), choose("pro", "monthly")]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["changed", "changed"]);
  expect(await choose("pro", "monthly")).toHaveProperty("outcome", "changed");
  expect(row()).toMatchObject({ plan_type: "pro", active: true });
  expect(await paid()).toHaveLength(2);
});
