import { describe, expect, test } from "vitest";
import { freeSubscription } from "../../../domain/subscription.ts";
import { bindCustomer } from "../../../lambdas/bind-customer.ts";
import { aRow, caller, planWorld } from "../support/plan-world.ts";

const free = { ...freeSubscription("asha", new Date("2027-01-01T00:00:00.000Z")), revision: 1 };

describe("the customer of a learner", () => {
  test("is the one that is bound to them, and nobody is asked", async () => {
    const { services, changes, row } = planWorld({ rows: [aRow()] });
    const users = { get: () => Promise.reject(new Error("The user pool was asked")) };
    const profiles = { get: () => Promise.reject(new Error("The profile was read")) };
    expect(await bindCustomer(caller, { ...services, users, profiles })).toBe("cus_1");
    expect([changes(), row("asha")]).toEqual([[], aRow()]);
  });

  test("is made with the e-mail of their profile", async () => {
    const { services, changes } = planWorld();
    const profile = { id: "asha", full_name: "Asha", email: "profile@example.org", language_preference: null };
    const profiles = { get: async () => profile };
    const users = { get: () => Promise.reject(new Error("The user pool was asked")) };
    expect(await bindCustomer(caller, { ...services, profiles, users })).toBe("cus_made");
    expect(changes()).toEqual([["createCustomer", "asha", "profile@example.org"]]);
  });

  test("is noted beside the plan that they have, which stays", async () => {
    const { services, row } = planWorld({ rows: [free] });
    await bindCustomer(caller, services);
    const bound = { stripe_customer_id: "cus_made", updated_at: "2027-01-15T12:00:00.000Z", revision: 2 };
    expect(row("asha")).toEqual({ ...free, ...bound });
  });

  test("is not overwritten if another call has bound one meanwhile", async () => {
    const { services, row, write, meanwhile } = planWorld({ rows: [free] });
    meanwhile.push(() => write("asha", { stripe_customer_id: "cus_theirs" }));
    expect(await bindCustomer(caller, services)).toBe("cus_theirs");
    expect(row("asha")).toMatchObject({ stripe_customer_id: "cus_theirs", revision: 2 });
  });

  test("is bound beside a plan that was chosen meanwhile", async () => {
    const { services, row, write, meanwhile } = planWorld({ rows: [{ ...free, active: false }] });
    meanwhile.push(() => write("asha", { active: true }));
    expect(await bindCustomer(caller, services)).toBe("cus_made");
    expect(row("asha")).toMatchObject({ active: true, stripe_customer_id: "cus_made" });
  });

  test("is not noted if the provider could not make it", async () => {
    const { services, row } = planWorld({ rows: [free] });
    const payments = { ...services.payments, createCustomer: () => Promise.reject(new Error("out of order")) };
    await expect(bindCustomer(caller, { ...services, payments })).rejects.toThrow("out of order");
    expect(row("asha")).toEqual(free);
  });

  test("is not made for somebody who is gone", async () => {
    const { services, changes } = planWorld();
    const users = { get: async () => null };
    await expect(bindCustomer(caller, { ...services, users })).rejects.toMatchObject({ code: "user_gone" });
    expect(changes()).toEqual([]);
  });

  test.each(["closing", "closed"] as const)("is deleted again if the account is %s by then", async (state) => {
    const { services, changes, row } = planWorld();
    const closedAccounts = { stateOf: async () => state };
    await expect(bindCustomer(caller, { ...services, closedAccounts })).rejects.toMatchObject({ code: "user_gone" });
    expect(changes()).toEqual([
      ["createCustomer", "asha", "asha@example.org"],
      ["closeCustomer", "cus_made"],
    ]);
    expect(row("asha")).toBeNull();
  });
});
