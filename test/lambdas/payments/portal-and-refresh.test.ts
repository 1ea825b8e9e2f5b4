import { describe, expect, test } from "vitest";
import { createFreeSubscription, createSubscriptionWithoutPlan } from "../../../domain/plans/subscription.ts";
import { openCustomerPortal } from "../../../lambdas/api/customer-portal.ts";
import { refreshSubscription } from "../../../lambdas/api/refresh-subscription.ts";
import { aOnceRow, aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly } from "../support/scripted-payment-provider.ts";

const at = new Date("2027-01-01T00:00:00.000Z");
const now = "2027-01-15T12:00:00.000Z";
const open = (
  { services }: Pick<ReturnType<typeof createPlanWorld>, "services">,
  returnUrl = "https://app.example/profile",
) => openCustomerPortal({ caller, body: { returnUrl } }, services);

describe("the customer portal", () => {
  test.each([
    ["renews", aRow()],
    ["was cancelled but is not over", aRow({ active: false })],
    ["could not be renewed yet", aRow({ renewal_failed: true })],
  ])("opens for a recurring plan that %s, with the profile page as the return URL", async (_, row) => {
    const world = createPlanWorld({ rows: [row] });
    expect(await open(world)).toEqual({ url: "https://portal.example/1" });
    expect(world.changes()).toEqual([
      ["openPortal", "cus_1", expect.stringMatching(/^https:\/\/app\.example\/profile/)],
    ]);
  });

  const { stripe_customer_id: _, ...withoutCustomer } = aRow();
  test.each([
    ["a learner without a row", []],
    ["a learner without a plan", [{ ...createSubscriptionWithoutPlan("asha", at), stripe_customer_id: "cus_1" }]],
    ["the free plan", [{ ...createFreeSubscription("asha", at), stripe_customer_id: "cus_1" }]],
    ["a single month", [aOnceRow()]],
    ["a plan without a customer", [withoutCustomer]],
    ["the plan of another learner", [aRow({ user_id: "somebody else" })]],
  ])("does not open for %s", async (_name, rows) => {
    const world = createPlanWorld({ rows });
    await expect(open(world)).rejects.toMatchObject({ code: "not_recurring" });
    expect(world.changes()).toEqual([]);
  });

  test("opens for a recurring plan that is over", async () => {
    const world = createPlanWorld({ rows: [aRow({ end_date: now, plan_type: "free", active: false })] });
    await expect(open(world)).resolves.toEqual({ url: expect.any(String) });
  });

  test.each(["https://app.example.evil/", "https://app.example@evil.org/", "javascript:alert(1)"])(
    "does not open with the return URL %s",
    async (returnUrl) => {
      const world = createPlanWorld({ rows: [aRow()] });
      await expect(open(world, returnUrl)).rejects.toMatchObject({
        code: "origin_not_allowed",
        message: "The return address does not belong to this app",
      });
      expect(world.changes()).toEqual([]);
    },
  );
});

describe("a refresh", () => {
  test("syncs the row with the provider and returns the updated row", async () => {
    const { services, row, told } = createPlanWorld({
      rows: [{ ...createSubscriptionWithoutPlan("asha", at), stripe_customer_id: "cus_1", revision: 1 }],
      billing: { recurring: [aMonthly({ plan: "premium" })] },
    });
    const refreshed = await refreshSubscription({ caller }, services);
    expect(refreshed).toMatchObject({ plan_type: "premium", active: true, synced_at: now });
    expect(row("asha")).toEqual(refreshed);
    expect(told).toHaveLength(1);
  });

  test.each([
    ["null for a learner without a row", [], null],
    [
      "the row of a learner who never bought anything",
      [createFreeSubscription("asha", at)],
      createFreeSubscription("asha", at),
    ],
  ])("returns %s, without reading the billing from the provider", async (_, rows, expected) => {
    const { services, reads } = createPlanWorld({ rows });
    expect(await refreshSubscription({ caller }, services)).toEqual(expected);
    expect(reads()).toBe(0);
  });

  test("returns the stored row if the index does not have the customer yet", async () => {
    const { services } = createPlanWorld({ rows: [aRow()] });
    const subscriptions = { ...services.subscriptions, findByCustomer: async () => null };
    expect(await refreshSubscription({ caller }, { ...services, subscriptions })).toEqual(aRow());
  });

  test("throws if the read of the billing fails", async () => {
    const { services } = createPlanWorld({ rows: [aRow()] });
    const payments = { ...services.payments, billingOf: () => Promise.reject(new Error("out of order")) };
    await expect(refreshSubscription({ caller }, { ...services, payments })).rejects.toThrow("out of order");
  });
});
