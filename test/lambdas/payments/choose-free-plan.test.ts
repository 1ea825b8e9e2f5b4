import { beforeEach, describe, expect, test } from "vitest";
import {
  createFreeSubscription,
  createSubscriptionWithoutPlan,
  type Subscription,
} from "../../../domain/plans/subscription.ts";
import { submit } from "../../../fakes/stripe/test/fixture.ts";
import { chooseFreePlan } from "../../../lambdas/api/choose-free-plan.ts";
import { setPlanEnding } from "../../../lambdas/payments/plan-ending.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { captureLog } from "../support/capture-log.ts";
import { aOnceRow, aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { skipPauses } from "../support/skip-pauses.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

beforeEach(captureLog);

const end = "2027-02-01T00:00:00.000Z";
const now = "2027-01-15T12:00:00.000Z";
const free = createFreeSubscription("asha", new Date(now));

describe("the free plan", () => {
  test("is stored and published", async () => {
    const { services, row, told } = createPlanWorld();
    const subscription = { ...free, revision: 1 };
    expect(await chooseFreePlan({ caller }, services)).toEqual(subscription);
    expect(row("asha")).toEqual(subscription);
    expect(told).toEqual([{ type: "SubscriptionChanged", userId: "asha", subscription }]);
  });

  test("is written and published once if it is chosen twice", async () => {
    const { services, told } = createPlanWorld();
    const first = await chooseFreePlan({ caller }, services);
    expect(await chooseFreePlan({ caller }, services)).toEqual(first);
    expect(told).toHaveLength(1);
  });

  test("does not remove the customer of a learner without a plan", async () => {
    const { services } = createPlanWorld({
      rows: [{ ...createSubscriptionWithoutPlan("asha", new Date(now)), stripe_customer_id: "cus_1" }],
    });
    expect(await chooseFreePlan({ caller }, services)).toMatchObject({ active: true, stripe_customer_id: "cus_1" });
  });

  test("removes from the row only the facts of the previous plan", async () => {
    const facts: Partial<Subscription> = {
      stripe_customer_id: "cus_2",
      former_customer_ids: ["cus_1"],
      credit_cents: 1001,
      pending: { plan_type: "plus", billing: "once", since: "2027-01-14T00:00:00.000Z" },
      given_back: { plan_type: "pro", cents: 1999, at: "2027-01-10T00:00:00.000Z" },
      last_paid: { cents: 999, at: "2027-01-12T00:00:00.000Z" },
      synced_at: "2027-01-14T00:00:00.000Z",
    };
    const ofThePlan: Partial<Subscription> = {
      renewal_failed: true,
      owed_cents: 1999,
      period_end: "2027-02-10T00:00:00.000Z",
      first_billed_at: "2027-02-10T00:00:00.000Z",
      stages: [{ plan_type: "pro", starts_at: now, ends_at: now, recurring: false }],
    };
    const { services, row } = createPlanWorld({ rows: [aOnceRow({ end_date: now, ...facts, ...ofThePlan })] });
    await chooseFreePlan({ caller }, services);
    expect(row("asha")).toEqual({ ...free, ...facts, revision: 2 });
  });

  test("does not remove the credit of a plan that is over", async () => {
    const { buy, choose, moveTo, row, services, sdk, customer } = await createStripeWorld();
    await buy("premium", "monthly");
    await choose("plus", "monthly");
    await setPlanEnding(caller.userId, true, services);
    await moveTo("02-03");
    const credit = row()?.credit_cents;
    expect(credit).toBe(
      -(await sdk.customers.retrieve(customer()).then((fetched) => ("balance" in fetched ? fetched.balance : 0))),
    );
    expect(credit).toBe(2000);
    expect(await chooseFreePlan({ caller }, services)).toMatchObject({
      plan_type: "free",
      active: true,
      credit_cents: 2000,
    });
    const chosen = row();
    await syncSubscription(customer(), services);
    expect(row()).toEqual(chosen);
  });

  test("does not prevent a pending bank debit of a deleted Stripe customer from starting its plan", async () => {
    const { choose, services, sdk, customer, row, hear, controls, moveTo } = await createStripeWorld();
    const { url } = await choose("plus", "once");
    await submit(url, { action: "later" });
    await hear();
    const [session] = (await sdk.checkout.sessions.list({ limit: 1 })).data;
    await sdk.customers.del(customer());
    await choose("pro", "once");
    await chooseFreePlan({ caller }, services);
    await moveTo("01-05");
    controls.finishPayment(session?.id ?? "", true);
    await syncSubscription(customer(), services);
    expect(row()).toMatchObject({ plan_type: "plus", active: true });
  });

  test("is refused until the exact end of a single month", async () => {
    const { services, time, row } = createPlanWorld({ rows: [aOnceRow({ end_date: end })] });
    time.now = "2027-01-31T23:59:59.999Z";
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "paid_plan_active" });
    expect(row("asha")).toMatchObject({ plan_type: "pro", revision: 1 });
    time.now = end;
    expect(await chooseFreePlan({ caller }, services)).toMatchObject({ plan_type: "free", start_date: end });
  });

  test("is refused if a paid plan starts after the read of the row", async () => {
    const { services, row, write, meanwhile } = createPlanWorld({ rows: [{ ...free, active: false, revision: 1 }] });
    meanwhile.push(() => write("asha", aRow({ revision: 2 })));
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "paid_plan_active" });
    expect(row("asha")).toMatchObject({ plan_type: "pro" });
  });

  test("is stored by a retry if another call wrote the row in the meantime", async () => {
    const { services, row, write, meanwhile } = createPlanWorld({ rows: [aOnceRow({ end_date: now })] });
    meanwhile.push(() => write("asha", { stripe_customer_id: "cus_2" }));
    await chooseFreePlan({ caller }, services);
    expect(row("asha")).toEqual({
      ...free,
      stripe_customer_id: "cus_2",
      last_paid: aRow().last_paid,
      revision: 3,
    });
  });

  test("is refused if another call writes the row at each try", async () => {
    skipPauses();
    const { services, write, meanwhile, told } = createPlanWorld({ rows: [{ ...free, active: false, revision: 1 }] });
    for (let nth = 0; nth < 100; nth += 1) meanwhile.push(() => write("asha", {}));
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(told).toEqual([]);
  });
});
