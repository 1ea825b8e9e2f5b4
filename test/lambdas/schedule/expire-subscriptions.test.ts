import { beforeEach, describe, expect, test } from "vitest";
import type { CustomerBilling } from "../../../domain/plans/purchase.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { expireSubscriptions, runExpiry } from "../../../lambdas/schedule/expire-subscriptions.ts";
import { captureLog } from "../support/capture-log.ts";
import { aOnceRow, aRow, createPlanWorld, endedRows } from "../support/plan-world.ts";
import { aMonthly } from "../support/scripted-payment-provider.ts";

beforeEach(captureLog);

const now = "2027-02-01T00:00:30.000Z";
const enough = () => 600_000;

const world = (rows: readonly Subscription[], customerBilling: Partial<CustomerBilling> = {}) =>
  createPlanWorld({ rows, billing: customerBilling, now });

describe("an expiry run", () => {
  test("downgrades ended single months, keeps their end dates and publishes events for their learners", async () => {
    const { services, row, told } = world([...endedRows(7), aOnceRow({ end_date: "2027-02-01T00:00:31.000Z" })]);
    const report = await expireSubscriptions(services, enough);
    expect(report).toEqual({ downgraded: 7, renewed: 0, failed: 0, finished: true });
    for (const before of endedRows(7)) {
      const after = { ...before, plan_type: "free", active: false, updated_at: now, revision: 2 };
      expect(row(before.user_id)).toEqual(after);
    }
    expect(row("asha")).toMatchObject({ plan_type: "pro", revision: 1 });
    expect(new Set(told.map(({ userId }) => userId))).toEqual(new Set(endedRows(7).map(({ user_id }) => user_id)));
  });

  test("changes and publishes nothing if it is repeated", async () => {
    const { services, told } = world(endedRows(3));
    await expireSubscriptions(services, enough);
    const again = await expireSubscriptions(services, enough);
    expect(again).toEqual({ downgraded: 0, renewed: 0, failed: 0, finished: true });
    expect(told).toHaveLength(3);
  });

  test("queries the index for each of the last 31 days, starting with today", async () => {
    const { services, days } = world([]);
    const refuse = () => Promise.reject(new Error("The table was read"));
    const { endedOn } = services.subscriptions;
    const subscriptions = { endedOn, get: refuse, findByCustomer: refuse, replace: refuse };
    await expireSubscriptions({ ...services, subscriptions }, enough);
    expect([days.length, new Set(days).size]).toEqual([31, 31]);
    expect([days[0], days[1], days.at(-1)]).toEqual(["2027-02-01", "2027-01-31", "2027-01-02"]);
  });

  test("finds a plan that ended 30 days ago", async () => {
    const { services } = world([aOnceRow({ end_date: "2027-01-02T00:00:00.000Z" })]);
    expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 1 });
  });

  test("downgrades an ended plan that was cancelled or whose renewal failed", async () => {
    const rows = [
      aOnceRow({ user_id: "one", stripe_customer_id: "cus_a", active: false }),
      aRow({ user_id: "two", stripe_customer_id: "cus_b", renewal_failed: true }),
    ];
    const { services, row } = world(rows);
    expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 2 });
    expect(row("one")).toMatchObject({ plan_type: "free", active: false });
    expect(row("two")).toMatchObject({ plan_type: "free", active: false });
    expect(row("two")).not.toHaveProperty("renewal_failed");
  });
});

describe("an ended recurring plan in an expiry run", () => {
  test("is synced with the provider first, and continues if it was renewed", async () => {
    const renewed = aMonthly({ periodStart: "2027-02-01T00:00:00.000Z", periodEnd: "2027-03-01T00:00:00.000Z" });
    const { services, row } = world([aRow()], { recurring: [renewed] });
    expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 0, renewed: 1 });
    expect(row("asha")).toMatchObject({ plan_type: "pro", active: true, end_date: "2027-03-01T00:00:00.000Z" });
  });

  test("is not downgraded within an hour of its end, although the provider has not renewed it", async () => {
    const { services, row, told, reads, time } = world([aRow()], { recurring: [aMonthly()] });
    for (const at of [now, "2027-02-01T00:59:59.999Z"]) {
      time.now = at;
      expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 0, renewed: 1 });
      expect(row("asha")).toMatchObject({ plan_type: "pro", active: true, end_date: "2027-02-01T00:00:00.000Z" });
    }
    expect([told, reads()]).toEqual([[], 2]);
  });

  test("is downgraded if it is over at the provider or not renewed within an hour", async () => {
    const afterGrace = "2027-02-01T01:00:00.000Z";
    for (const [purchase, at] of [
      [aMonthly({ status: "canceled" }), now],
      [aMonthly(), afterGrace],
    ] as const) {
      const { services, row, told } = createPlanWorld({ rows: [aRow()], billing: { recurring: [purchase] }, now: at });
      expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 1, renewed: 0 });
      expect(row("asha")).toMatchObject({ plan_type: "free", end_date: "2027-02-01T00:00:00.000Z" });
      expect(told).toHaveLength(1);
    }
  });

  test("stays unchanged if the read of the billing fails", async () => {
    const { services, row } = world([aRow()]);
    const payments = { ...services.payments, billingOf: () => Promise.reject(new Error("out of order")) };
    const report = await expireSubscriptions({ ...services, payments }, enough);
    expect(report).toEqual({ downgraded: 0, renewed: 0, failed: 1, finished: true });
    expect(row("asha")).toEqual(aRow());
  });
});

describe("an expiry run with an outdated read", () => {
  test("downgrades each row only once if two runs are simultaneous", async () => {
    const { services, told, row } = world(endedRows(10));
    const reports = await Promise.all([1, 2].map(() => expireSubscriptions(services, enough)));
    for (const report of reports) expect(report).toMatchObject({ failed: 0, finished: true });
    for (const { user_id } of endedRows(10)) expect(row(user_id)).toMatchObject({ plan_type: "free", revision: 2 });
    expect(told).toHaveLength(10);
  });

  test("does not downgrade a row that is renewed after it was read", async () => {
    const { services, row, write, meanwhile } = world(endedRows(1));
    meanwhile.push(() => write("learner-0", { end_date: "2027-03-01T00:00:00.000Z" }));
    expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 0, renewed: 1 });
    expect(row("learner-0")).toMatchObject({ plan_type: "pro", end_date: "2027-03-01T00:00:00.000Z" });
  });

  test("uses the end date of the row if the index is outdated", async () => {
    const { services, row } = world([aOnceRow({ end_date: "2027-03-01T00:00:00.000Z" })]);
    const endedOn = async function* () {
      yield [aOnceRow()];
    };
    const subscriptions = { ...services.subscriptions, endedOn };
    const report = await expireSubscriptions({ ...services, subscriptions }, enough);
    expect(report).toMatchObject({ downgraded: 0, renewed: 31 });
    expect(row("asha")).toMatchObject({ plan_type: "pro", revision: 1 });
  });
});

describe("an expiry run with little time", () => {
  test("reads the remaining time from its context", async () => {
    const { services } = world(endedRows(1));
    const run = (left: number) => runExpiry({}, services, { getRemainingTimeInMillis: () => left });
    expect(await run(14_999)).toMatchObject({ downgraded: 0, finished: false });
    expect(await run(15_000)).toMatchObject({ downgraded: 1, finished: true });
  });

  test("stops early and reports that it is not finished, and the next run continues", async () => {
    const { services, row } = world(endedRows(7));
    const times = [60_000, 15_000, 14_999];
    const report = await expireSubscriptions(services, () => times.shift() ?? 0);
    expect(report).toEqual({ downgraded: 6, renewed: 0, failed: 0, finished: false });
    expect(row("learner-6")).toMatchObject({ plan_type: "pro" });
    expect(await expireSubscriptions(services, enough)).toMatchObject({ downgraded: 1, finished: true });
  });

  test("stops in the middle of a long page of rows", async () => {
    const { services } = world([]);
    const rows = endedRows(100);
    const endedOn = async function* (day: string) {
      if (day === "2027-01-31") yield rows;
    };
    const times = [60_000, 60_000, 10_000];
    const subscriptions = { ...services.subscriptions, endedOn };
    const report = await expireSubscriptions({ ...services, subscriptions }, () => times.shift() ?? 0);
    expect(report).toMatchObject({ downgraded: 20, finished: false });
  });

  test("does nothing without remaining time, and is finished if no plan is due", async () => {
    const { services, told } = world(endedRows(1));
    expect(await expireSubscriptions(services, () => 0)).toMatchObject({ downgraded: 0, finished: false });
    expect(told).toEqual([]);
    expect(await expireSubscriptions(world([]).services, () => 0)).toMatchObject({ finished: true });
  });
});
