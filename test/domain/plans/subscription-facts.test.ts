import { describe, expect, test } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { downgrade, hasSameFacts } from "../../../domain/plans/subscription-from-billing.ts";

const row: Subscription = {
  user_id: "u-1",
  plan_type: "pro",
  active: true,
  start_date: "2027-01-01T00:00:00.000Z",
  end_date: "2027-02-01T00:00:00.000Z",
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
  updated_at: "2027-01-01T00:00:00.000Z",
};

describe("two subscription rows", () => {
  test("have the same facts despite different revisions and write dates", () => {
    const fields = Object.entries({ ...row, updated_at: "2027-01-09T00:00:00.000Z", synced_at: row.start_date });
    expect(
      hasSameFacts(row, Object.assign({ revision: 7 }, ...fields.toReversed().map(([k, v]) => ({ [k]: v })))),
    ).toBe(true);
  });

  test.each<[string, Partial<Subscription>]>([
    ["plan", { plan_type: "plus" }],
    ["active flag", { active: false }],
    ["start date", { start_date: "2027-01-02T00:00:00.000Z" }],
    ["end date", { end_date: "2027-02-02T00:00:00.000Z" }],
    ["end date (null)", { end_date: null }],
    ["customer id", { stripe_customer_id: "cus_2" }],
    ["purchase id", { stripe_subscription_id: "pi_1" }],
    ["state of the renewal", { renewal_failed: true }],
    ["learner", { user_id: "u-2" }],
  ])("differ in their facts if one has another %s", (_, change) => {
    expect(hasSameFacts(row, { ...row, ...change })).toBe(false);
    expect(hasSameFacts({ ...row, ...change }, row)).toBe(false);
  });
});

describe("a downgraded row", () => {
  const free = { ...row, plan_type: "free", active: false };

  test("is free and inactive, but keeps a past end and its purchase", () => {
    const now = new Date("2027-02-03T00:00:00.000Z");
    expect(downgrade(row, now)).toEqual({ ...free, updated_at: now.toISOString() });
  });

  test.each([
    ["in the future", row],
    ["unknown", { ...row, end_date: null }],
    ["at this very moment", { ...row, end_date: "2027-01-10T00:00:00.000Z" }],
  ])("ends now if its end was %s", (_, paid) => {
    const now = new Date("2027-01-10T00:00:00.000Z");
    expect(downgrade(paid, now)).toEqual({ ...free, end_date: now.toISOString(), updated_at: now.toISOString() });
  });

  test("has no flag of a failed renewal", () => {
    const now = new Date("2027-02-03T00:00:00.000Z");
    expect(downgrade({ ...row, renewal_failed: true }, now)).not.toHaveProperty("renewal_failed");
  });
});
