import { describe, expect, test } from "vitest";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import { bindCustomer } from "../../../lambdas/payments/bind-customer.ts";
import { aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

const free = { ...createFreeSubscription("asha", new Date("2027-01-01T00:00:00.000Z")), revision: 1 };

const only = (present: string) => ({ present, former: [] });

describe("the customer of a learner", () => {
  test("is the customer in the row, without a read of the user pool or the profile", async () => {
    const { services, changes, row } = createPlanWorld({ rows: [aRow()] });
    const users = { get: () => Promise.reject(new Error("The user pool was asked")) };
    const profiles = { get: () => Promise.reject(new Error("The profile was read")) };
    expect(await bindCustomer(caller, { ...services, users, profiles })).toEqual(only("cus_1"));
    expect([changes(), row("asha")]).toEqual([[], aRow()]);
  });

  test("is created with the email of the profile", async () => {
    const { services, changes } = createPlanWorld();
    const profile = { id: "asha", full_name: "Asha", email: "profile@example.org", language_preference: null };
    const profiles = { get: async () => profile };
    const users = { get: () => Promise.reject(new Error("The user pool was asked")) };
    expect(await bindCustomer(caller, { ...services, profiles, users })).toEqual(only("cus_made"));
    expect(changes()).toEqual([["createCustomer", "asha", "profile@example.org", undefined]]);
  });

  test("is stored in the row, and the plan in the row stays", async () => {
    const { services, row } = createPlanWorld({ rows: [free] });
    await bindCustomer(caller, services);
    const bound = { stripe_customer_id: "cus_made", updated_at: "2027-01-15T12:00:00.000Z", revision: 2 };
    expect(row("asha")).toEqual({ ...free, ...bound });
  });

  test("is the customer that another call stored in the meantime", async () => {
    const { services, row, write, meanwhile } = createPlanWorld({ rows: [free] });
    meanwhile.push(() => write("asha", { stripe_customer_id: "cus_theirs" }));
    expect(await bindCustomer(caller, services)).toEqual(only("cus_theirs"));
    expect(row("asha")).toMatchObject({ stripe_customer_id: "cus_theirs", revision: 2 });
  });

  test("is stored in a row that another call changed in the meantime", async () => {
    const { services, row, write, meanwhile } = createPlanWorld({ rows: [{ ...free, active: false }] });
    meanwhile.push(() => write("asha", { active: true }));
    expect(await bindCustomer(caller, services)).toEqual(only("cus_made"));
    expect(row("asha")).toMatchObject({ active: true, stripe_customer_id: "cus_made" });
  });

  test("is not stored if the provider fails to create it", async () => {
    const { services, row } = createPlanWorld({ rows: [free] });
    const payments = { ...services.payments, createCustomer: () => Promise.reject(new Error("out of order")) };
    await expect(bindCustomer(caller, { ...services, payments })).rejects.toThrow("out of order");
    expect(row("asha")).toEqual(free);
  });

  test("is not created for a deleted user", async () => {
    const { services, changes } = createPlanWorld();
    const users = { get: async () => null };
    await expect(bindCustomer(caller, { ...services, users })).rejects.toMatchObject({ code: "user_gone" });
    expect(changes()).toEqual([]);
  });

  test.each(["closing", "closed"] as const)(
    "is passed to closeCustomer() after its creation if the account is %s",
    async (state) => {
      const { services, changes, row } = createPlanWorld();
      const closedAccounts = { stateOf: async () => state };
      await expect(bindCustomer(caller, { ...services, closedAccounts })).rejects.toMatchObject({ code: "user_gone" });
      expect(changes()).toEqual([
        ["createCustomer", "asha", "asha@example.org", undefined],
        ["closeCustomer", "cus_made"],
      ]);
      expect(row("asha")).toBeNull();
    },
  );
});

describe("a customer that was deleted at the provider", () => {
  const gone = () => {
    const world = createPlanWorld({ rows: [aRow({ plan_type: "free", active: false })] });
    world.deleted.add("cus_1");
    return world;
  };
  const moved = { present: "cus_made", former: ["cus_1"] };

  test("is replaced, and is stored as a former customer", async () => {
    const { services, changes, row } = gone();
    expect(await bindCustomer(caller, services)).toEqual(moved);
    // The last argument is part of the idempotency key, because Stripe stores the response to a key.
    expect(changes()).toEqual([["createCustomer", "asha", "asha@example.org", "cus_1"]]);
    expect(row("asha")).toMatchObject({ stripe_customer_id: "cus_made", former_customer_ids: ["cus_1"] });
    expect(await bindCustomer(caller, services)).toEqual(moved);
    expect(changes()).toHaveLength(1);
  });

  test("is replaced once by simultaneous calls", async () => {
    const { services, row } = gone();
    const both = await Promise.all([bindCustomer(caller, services), bindCustomer(caller, services)]);
    expect(both).toEqual([moved, moved]);
    expect(row("asha")).toMatchObject({ former_customer_ids: ["cus_1"], revision: 2 });
  });

  test("is not replaced a second time if another call stored a new customer in the meantime", async () => {
    const { services, row, write, meanwhile } = gone();
    const theirs = { stripe_customer_id: "cus_theirs", former_customer_ids: ["cus_1"] };
    meanwhile.push(() => write("asha", theirs));
    expect(await bindCustomer(caller, services)).toEqual({ present: "cus_theirs", former: ["cus_1"] });
    expect(row("asha")).toMatchObject({ ...theirs, revision: 2 });
  });

  test("is added to the row's list of the last five former customers", async () => {
    const { services, row, deleted, write } = gone();
    write("asha", { former_customer_ids: ["cus_a", "cus_b", "cus_c", "cus_d", "cus_e"] });
    await bindCustomer(caller, services);
    expect(row("asha")?.former_customer_ids).toEqual(["cus_b", "cus_c", "cus_d", "cus_e", "cus_1"]);
    deleted.add("cus_made");
    await bindCustomer(caller, services);
    expect(row("asha")?.former_customer_ids?.at(-1)).toBe("cus_made");
  });
});

describe("a checkout after a customer was deleted at Stripe", () => {
  test("sells a plan to a new customer", async () => {
    const { buy, customer, hear, sdk, row, choose } = await createStripeWorld();
    await buy("pro", "monthly");
    const former = customer();
    await sdk.customers.del(former);
    expect(await hear()).toMatchObject({ plan_type: "free", active: false });
    const [one, two] = await Promise.all([choose("plus", "monthly"), choose("plus", "monthly")]);
    expect(one).toEqual(two);
    expect(await buy("plus", "monthly")).toMatchObject({ plan_type: "plus", active: true });
    expect(customer()).not.toBe(former);
    expect(row()).toMatchObject({ former_customer_ids: [former] });
    expect((await sdk.customers.list()).data).toHaveLength(1);
  });

  test("starts a new month at the end of the month that was bought before the deletion", async () => {
    const { buy, customer, hear, sdk, moveTo } = await createStripeWorld();
    await buy("pro", "once");
    await sdk.customers.del(customer());
    const month = { plan_type: "pro", active: true, end_date: "2027-02-01T00:00:00.000Z" };
    expect(await hear()).toMatchObject(month);
    await buy("plus", "once");
    expect(await hear()).toMatchObject({ ...month, end_date: "2027-03-01T00:00:00.000Z" });
    expect(await moveTo("02-02")).toMatchObject({ active: true, end_date: "2027-03-01T00:00:00.000Z" });
  });

  test("succeeds on the day of the customer's creation, and for an unknown customer id", async () => {
    const { choose, customer, sdk, services, row } = await createStripeWorld();
    await choose("plus", "once");
    await sdk.customers.del(customer());
    expect(await choose("plus", "once")).toMatchObject({ outcome: "pay" });
    const present = row();
    if (!present) throw new Error("There is no row");
    await services.subscriptions.replace(present, { ...present, stripe_customer_id: "cus_of_another_account" });
    expect(await choose("plus", "once")).toMatchObject({ outcome: "pay" });
  });
});
