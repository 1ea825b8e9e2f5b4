import { describe, expect, test } from "vitest";
import { Subscription } from "../../../domain/plans/subscription.ts";
import { aLearner, expiredRow, inDays, paidRow, stored, subscribe } from "../support/learners.ts";

describe("POST /subscription/free", () => {
  test("stores the free plan for a new learner", async () => {
    const { call, ask, userId } = await aLearner();
    const { status, body, serverTime } = await call("choose-free-plan");
    const plan = Subscription.parse(body);
    expect(status).toBe(200);
    expect(plan).toMatchObject({ user_id: userId, plan_type: "free", active: true, end_date: null });
    expect(plan.start_date).toBe(plan.updated_at);
    expect(Math.abs(serverTime.getTime() - Date.parse(plan.start_date))).toBeLessThan(10_000);
    expect((await ask("get-account")).subscription).toEqual(plan);
  });

  test("changes nothing for a learner who is on the free plan", async () => {
    const { ask } = await aLearner();
    const first = await ask("choose-free-plan");
    expect(await ask("choose-free-plan")).toEqual(first);
    expect((await ask("get-account")).subscription).toEqual(first);
  });

  test("stores one plan for simultaneous calls, and returns the plan to each call", async () => {
    const { call, ask, userId } = await aLearner();
    const answers = await Promise.all([1, 2, 3, 4].map(() => call("choose-free-plan")));
    const { subscription } = await ask("get-account");
    expect(subscription).toMatchObject({ plan_type: "free", active: true });
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: subscription });
    expect((await stored.rowsOf(userId)).subscriptions).toHaveLength(1);
  });

  test.each([
    ["active", {}],
    ["active without an end date", { end_date: null }],
    ["active for a single month", { stripe_subscription_id: "pi_1" }],
    ["cancelled but not over", { active: false }],
    ["cancelled and ends in an hour", { active: false, end_date: inDays(1 / 24) }],
  ])("refuses the call and changes nothing while a paid plan is %s", async (_, fields) => {
    const { refusal, userId } = await aLearner();
    await subscribe(paidRow(userId, fields));
    const before = await stored.rowsOf(userId);
    expect(await refusal("choose-free-plan")).toEqual({ status: 409, code: "paid_plan_active" });
    expect(await stored.rowsOf(userId)).toEqual(before);
  });

  test("replaces a paid plan that is over and deletes its purchase from the row", async () => {
    const { ask, userId } = await aLearner();
    const { stripe_customer_id } = await subscribe(expiredRow(userId));
    const plan = await ask("choose-free-plan");
    const { user_id, plan_type, active, start_date, updated_at } = plan;
    expect({ user_id, plan_type, active }).toEqual({ user_id: userId, plan_type: "free", active: true });
    expect(await stored.rowsOf(userId)).toHaveProperty("subscriptions", [
      { user_id, plan_type, active, start_date, updated_at, stripe_customer_id, revision: 1 },
    ]);
    expect((await ask("get-account")).subscription).toEqual(plan);
  });

  test("activates an inactive free plan", async () => {
    const { ask, userId } = await aLearner();
    const at = inDays(-3);
    await stored.put("subscriptions", {
      user_id: userId,
      plan_type: "free",
      active: false,
      start_date: at,
      updated_at: at,
    });
    expect(await ask("choose-free-plan")).toMatchObject({ plan_type: "free", active: true });
  });
});
