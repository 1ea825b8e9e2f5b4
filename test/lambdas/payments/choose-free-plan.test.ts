import { beforeEach, describe, expect, test } from "vitest";
import { freeSubscription, noPlan } from "../../../domain/subscription.ts";
import { chooseFreePlan } from "../../../lambdas/api/choose-free-plan.ts";
import { aOnceRow, aRow, caller, planWorld } from "../support/plan-world.ts";
import { watchLog } from "../support/watch-log.ts";

beforeEach(watchLog);

const end = "2027-02-01T00:00:00.000Z";
const now = "2027-01-15T12:00:00.000Z";
const free = freeSubscription("asha", new Date(now));

describe("the free plan", () => {
  test("is stored, and told to the learner's tabs", async () => {
    const { services, row, told } = planWorld();
    const subscription = { ...free, revision: 1 };
    expect(await chooseFreePlan({ caller }, services)).toEqual(subscription);
    expect(row("asha")).toEqual(subscription);
    expect(told).toEqual([{ type: "SubscriptionChanged", userId: "asha", subscription }]);
  });

  test("that is chosen again is neither written nor told again", async () => {
    const { services, told } = planWorld();
    const first = await chooseFreePlan({ caller }, services);
    expect(await chooseFreePlan({ caller }, services)).toEqual(first);
    expect(told).toHaveLength(1);
  });

  test("keeps the customer that a learner without a plan has already", async () => {
    const { services } = planWorld({ rows: [{ ...noPlan("asha", new Date(now)), stripe_customer_id: "cus_1" }] });
    expect(await chooseFreePlan({ caller }, services)).toMatchObject({ active: true, stripe_customer_id: "cus_1" });
  });

  test("is refused until the very end of a paid plan, and not from then on", async () => {
    const { services, time, row } = planWorld({ rows: [aOnceRow({ end_date: end })] });
    time.now = "2027-01-31T23:59:59.999Z";
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "paid_plan_active" });
    expect(row("asha")).toMatchObject({ plan_type: "pro", revision: 1 });
    time.now = end;
    expect(await chooseFreePlan({ caller }, services)).toMatchObject({ plan_type: "free", start_date: end });
  });

  test("is refused if a paid plan came into force after the row was read", async () => {
    const { services, row, write, meanwhile } = planWorld({ rows: [{ ...free, active: false, revision: 1 }] });
    meanwhile.push(() => write("asha", aRow({ revision: 2 })));
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "paid_plan_active" });
    expect(row("asha")).toMatchObject({ plan_type: "pro" });
  });

  test("is judged anew, and stored, if the row was written meanwhile", async () => {
    const { services, row, write, meanwhile } = planWorld({ rows: [aOnceRow({ end_date: now })] });
    meanwhile.push(() => write("asha", { stripe_customer_id: "cus_2" }));
    await chooseFreePlan({ caller }, services);
    expect(row("asha")).toEqual({ ...free, stripe_customer_id: "cus_2", revision: 3 });
  });

  test("is refused when the row is written again and again", async () => {
    const { services, write, meanwhile, told } = planWorld({ rows: [{ ...free, active: false, revision: 1 }] });
    for (let nth = 0; nth < 100; nth += 1) meanwhile.push(() => write("asha", {}));
    await expect(chooseFreePlan({ caller }, services)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(told).toEqual([]);
  });
});
