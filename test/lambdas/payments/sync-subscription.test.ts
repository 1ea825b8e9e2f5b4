import { beforeEach, describe, expect, test } from "vitest";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import { syncSubscription } from "../../../lambdas/payments/sync-subscription.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { aOnceRow, aRow, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly, aMonthOnce } from "../support/scripted-payment-provider.ts";

beforeEach(captureLog);

const free = {
  ...createFreeSubscription("asha", new Date("2027-01-01T00:00:00.000Z")),
  stripe_customer_id: "cus_1",
  revision: 1,
};

describe("a sync", () => {
  test("stores and publishes the provider's state and returns the row", async () => {
    const { services, row, told } = createPlanWorld({ rows: [free], billing: { recurring: [aMonthly()] } });
    const now = "2027-01-15T12:00:00.000Z";
    const subscription = aRow({ updated_at: now, synced_at: now, revision: 2 });
    expect(await syncSubscription("cus_1", services)).toEqual(subscription);
    expect(row("asha")).toEqual(subscription);
    expect(told).toEqual([{ type: "SubscriptionChanged", userId: "asha", subscription }]);
  });

  test("stores nothing for a customer without a learner", async () => {
    const { services, row, reads, told } = createPlanWorld({ rows: [free], billing: { recurring: [aMonthly()] } });
    expect(await syncSubscription("cus_2", services)).toBeNull();
    expect([row("asha"), reads(), told]).toEqual([free, 0, []]);
  });

  test("writes and publishes nothing if the row is up to date", async () => {
    const { services, row, told } = createPlanWorld({ rows: [aRow()], billing: { recurring: [aMonthly()] } });
    expect(await syncSubscription("cus_1", services)).toEqual(aRow());
    expect([row("asha"), told]).toEqual([aRow(), []]);
  });

  test("stores the time of its request to the provider as the time of the sync", async () => {
    const { services, row } = createPlanWorld({ rows: [free], billing: { recurring: [aMonthly()] } });
    const asked = "2027-01-15T12:00:00.000Z";
    let now = new Date(asked);
    const billingOf = async (customerId: string) => {
      const billing = await services.payments.billingOf(customerId);
      now = new Date("2027-01-15T12:00:05.000Z");
      return billing;
    };
    const payments = { ...services.payments, billingOf };
    await syncSubscription("cus_1", { ...services, payments, clock: { now: () => now } });
    expect(row("asha")).toMatchObject({ synced_at: asked, updated_at: "2027-01-15T12:00:05.000Z" });
  });

  test("removes access if the provider reports the plan as ended", async () => {
    const { services, told } = createPlanWorld({
      rows: [aRow()],
      billing: { recurring: [aMonthly({ status: "canceled" })] },
    });
    expect(await syncSubscription("cus_1", services)).toMatchObject({ plan_type: "free", active: false });
    expect(told).toHaveLength(1);
  });

  test("throws and stores nothing if the read of the billing fails", async () => {
    const { services, row } = createPlanWorld({ rows: [aRow()] });
    const payments = { ...services.payments, billingOf: () => Promise.reject(new Error("out of order")) };
    await expect(syncSubscription("cus_1", { ...services, payments })).rejects.toThrow("out of order");
    expect(row("asha")).toEqual(aRow());
  });

  test("succeeds while the event bus is down, and logs the failure", async () => {
    const { services, row } = createPlanWorld({ rows: [free], billing: { recurring: [aMonthly()] } });
    const bus = { publish: () => Promise.reject(new Error("The bus is down")) };
    await syncSubscription("cus_1", { ...services, bus });
    expect(row("asha")).toMatchObject({ plan_type: "pro" });
    expect(logLines()).toMatchObject([{ level: "ERROR", event: "SubscriptionChanged", reason: "The bus is down" }]);
  });
});

describe("a sync that runs at the same time as other calls", () => {
  const behind = aRow({ plan_type: "plus" });

  test("fetches from the provider again and uses the current row", async () => {
    const customerBilling = { single: [aMonthOnce()] };
    const rows = [aOnceRow({ plan_type: "plus" })];
    const { services, row, write, meanwhile, reads, told } = createPlanWorld({ rows, billing: customerBilling });
    meanwhile.push(() => write("asha", { active: false }));
    expect(await syncSubscription("cus_1", services)).toMatchObject({ active: false, revision: 3 });
    expect(row("asha")).toMatchObject({ active: false, revision: 3 });
    // The write after the first read failed, because the row had changed. The write after the second read succeeded.
    // The third read found no change.
    expect(reads()).toBe(3);
    expect(told).toHaveLength(1);
  });

  test("returns the provider's latest state if another call wrote the row in the meantime", async () => {
    const { services, write, meanwhile, payments } = createPlanWorld({
      rows: [behind],
      billing: { recurring: [aMonthly()] },
    });
    meanwhile.push(() => {
      write("asha", { active: false });
      void payments.setEnding("sub_1", true);
    });
    expect(await syncSubscription("cus_1", services)).toMatchObject({ active: false, plan_type: "pro" });
  });

  test("returns null if the row is removed or gets another customer in the meantime", async () => {
    const world = () => createPlanWorld({ rows: [behind], billing: { recurring: [aMonthly()] } });
    const gone = world();
    gone.meanwhile.push(() => void gone.remove("asha"));
    expect(await syncSubscription("cus_1", gone.services)).toBeNull();
    const moved = world();
    moved.meanwhile.push(() => moved.write("asha", { stripe_customer_id: "cus_2" }));
    expect(await syncSubscription("cus_1", moved.services)).toBeNull();
    expect(moved.row("asha")).toMatchObject({ stripe_customer_id: "cus_2", revision: 2 });
  });

  test("throws after ten tries if the row is written at each try", async () => {
    const { services, row, write, meanwhile, reads } = createPlanWorld({
      rows: [behind],
      billing: { recurring: [aMonthly()] },
    });
    for (let nth = 0; nth < 100; nth += 1) meanwhile.push(() => write("asha", {}));
    await expect(syncSubscription("cus_1", services)).rejects.toThrow("too often");
    expect(reads()).toBe(10);
    expect(row("asha")).not.toHaveProperty("synced_at");
  });

  test("stores the row at the eighth try if the row is written at the first seven tries", async () => {
    const { services, write, meanwhile } = createPlanWorld({ rows: [behind], billing: { recurring: [aMonthly()] } });
    for (let nth = 0; nth < 7; nth += 1) meanwhile.push(() => write("asha", {}));
    expect(await syncSubscription("cus_1", services)).toMatchObject({ revision: 9 });
  });

  test("corrects the row after an outdated response of the provider", async () => {
    const { services, row, payments } = createPlanWorld({ rows: [aRow()], billing: { recurring: [aMonthly()] } });
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let questions = 0;
    const billingOf = async (customer: string) => {
      questions += 1;
      const billing = await payments.billingOf(customer);
      if (questions > 1) return billing;
      asked.resolve();
      await released.promise;
      return billing;
    };
    await payments.setEnding("sub_1", true);
    const late = syncSubscription("cus_1", { ...services, payments: { ...payments, billingOf } });
    await asked.promise;
    await payments.setEnding("sub_1", false);
    expect(await syncSubscription("cus_1", services)).toEqual(aRow());
    released.resolve();
    expect(await late).toMatchObject({ active: true });
    expect(row("asha")).toMatchObject({ active: true });
  });

  test("writes the row once for many concurrent calls", async () => {
    const { services, row } = createPlanWorld({ rows: [behind], billing: { recurring: [aMonthly()] } });
    const crowd = await Promise.all(Array.from({ length: 20 }, () => syncSubscription("cus_1", services)));
    expect(crowd).toEqual(Array.from({ length: 20 }, () => row("asha")));
    expect(row("asha")).toMatchObject({ plan_type: "pro", revision: 2 });
  });
});

describe("a sync of two recurring plans", () => {
  const first = aMonthly({ id: "sub_b", createdAt: "2027-01-01T00:00:00.000Z" });
  const second = aMonthly({ id: "sub_a", plan: "premium", createdAt: "2027-01-01T00:00:01.000Z" });

  test.each([
    ["the newer plan listed first", [second, first]],
    ["the older plan listed first", [first, second]],
  ])("continues the older plan and refunds the newer plan, with %s", async (_, recurring) => {
    const { services, changes, row } = createPlanWorld({ rows: [free], billing: { recurring } });
    await syncSubscription("cus_1", services);
    expect(changes()).toEqual([["cancelAndRefund", "sub_a"]]);
    expect(row("asha")).toMatchObject({ plan_type: "pro", stripe_subscription_id: "sub_b" });
    await syncSubscription("cus_1", services);
    expect(changes()).toHaveLength(1);
  });

  test("refunds the plan with the larger id in either list order if the creation times are equal", async () => {
    const twin = { ...second, createdAt: first.createdAt };
    for (const recurring of [
      [twin, first],
      [first, twin],
    ]) {
      const { services, changes } = createPlanWorld({ rows: [free], billing: { recurring } });
      await syncSubscription("cus_1", services);
      expect(changes()).toEqual([["cancelAndRefund", "sub_b"]]);
    }
  });

  test("refunds nothing if one plan is ended, incomplete or paused", async () => {
    for (const status of ["canceled", "incomplete", "incomplete_expired", "paused"] as const) {
      const recurring = [first, { ...second, status }];
      const { services, changes, row } = createPlanWorld({ rows: [free], billing: { recurring } });
      await syncSubscription("cus_1", services);
      expect([status, changes()]).toEqual([status, []]);
      expect(row("asha")).toMatchObject({ stripe_subscription_id: "sub_b" });
    }
  });

  test("throws if a refund fails, and the next sync refunds the plan", async () => {
    const { services, row, changes } = createPlanWorld({ rows: [free], billing: { recurring: [first, second] } });
    const payments = { ...services.payments, cancelAndRefund: () => Promise.reject(new Error("out of order")) };
    await expect(syncSubscription("cus_1", { ...services, payments })).rejects.toThrow("out of order");
    expect(row("asha")).toEqual(free);
    await syncSubscription("cus_1", services);
    expect(changes()).toEqual([["cancelAndRefund", "sub_a"]]);
  });
});
