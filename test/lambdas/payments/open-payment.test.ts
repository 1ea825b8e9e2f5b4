import { beforeEach, describe, expect, test } from "vitest";
import { submit } from "../../../fakes/stripe/test/fixture.ts";
import { cancelPlan } from "../../../lambdas/api/cancel-plan.ts";
import { openCustomerPortal } from "../../../lambdas/api/customer-portal.ts";
import { captureLog } from "../support/capture-log.ts";
import { caller } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

async function unpaid() {
  const world = await createStripeWorld();
  await world.buy("premium", "monthly");
  world.controls.setDeclining(true);
  await world.moveTo("02-10");
  const portal = async () => {
    const body = { returnUrl: "https://app.example/" };
    const { url } = await openCustomerPortal({ caller, body }, world.services);
    return async (action: string) => {
      await submit(url, { action, subscription: (await world.plan()).id });
      return world.hear();
    };
  };
  const credit = async () => {
    const customer = await world.sdk.customers.retrieve(world.customer());
    return customer.deleted ? 0 : 0 - customer.balance;
  };
  const collected = async () => (await world.paid()).filter(({ status }) => status === "succeeded").length;
  const invoices = async () => (await world.sdk.invoices.list({ customer: world.customer() })).data;
  return { ...world, portal, credit, collected, invoices };
}

describe("an unpaid renewal", () => {
  test("prevents the choice of another plan, and gives no credit", async () => {
    const { choose, credit, plan, row } = await unpaid();
    for (const billing of ["monthly", "once"] as const) {
      await expect(choose("plus", billing)).rejects.toMatchObject({ code: "payment_open" });
    }
    expect(await credit()).toBe(0);
    expect(await plan()).toMatchObject({ status: "past_due" });
    expect(row()).toMatchObject({ plan_type: "premium", renewal_failed: true });
  });

  test("allows a cheaper plan after the renewal is paid, with credit for the price difference", async () => {
    const { portal, choose, controls, credit } = await unpaid();
    controls.setDeclining(false);
    expect(await (await portal())("pay")).toMatchObject({ plan_type: "premium", active: true });
    expect(await choose("plus", "monthly")).toHaveProperty("outcome", "changed");
    // The credit is the price difference of the two plans for the remaining 19 of February's 28 days.
    expect(await credit()).toBe(Math.round((2999 * 19) / 28) - Math.round((999 * 19) / 28));
  });

  test.each(["in the app", "in the portal"])(
    "is voided and not charged later if the plan is cancelled %s",
    async (where) => {
      const world = await unpaid();
      const before = await world.collected();
      const ended =
        where === "in the app" ? await cancelPlan({ caller }, world.services) : await (await world.portal())("cancel");
      expect(ended).toMatchObject({ plan_type: "free", active: false, end_date: "2027-02-10T00:00:00.000Z" });
      expect(await world.plan()).toMatchObject({ status: "canceled" });
      expect((await world.invoices()).map(({ status }) => status)).toEqual(["void", "paid"]);
      world.controls.setDeclining(false);
      await world.moveTo("03-15");
      expect([await world.collected(), await world.credit()]).toEqual([before, 0]);
      expect(await world.choose("plus", "monthly")).toHaveProperty("outcome", "pay");
    },
  );

  test("is voided after the last retry of its payment fails", async () => {
    const { moveTo, plan, invoices, row } = await unpaid();
    await moveTo("02-20");
    expect(await plan()).toMatchObject({ status: "canceled" });
    expect((await invoices()).map(({ status }) => status)).toEqual(["void", "paid"]);
    expect(row()).toMatchObject({ plan_type: "free", active: false });
  });
});

test("a dispute of the current period's payment removes the plan and the credit from the payment", async () => {
  const { buy, moveTo, paid, controls, hear, sdk, customer } = await createStripeWorld();
  await buy("premium", "monthly");
  await moveTo("01-11");
  await buy("plus", "monthly");
  expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: -1355 });
  const [payment] = await paid();
  controls.openDispute(payment?.id ?? "");
  expect(await hear()).toMatchObject({ plan_type: "free", active: false });
  expect(await sdk.customers.retrieve(customer())).toMatchObject({ balance: 0 });
});
