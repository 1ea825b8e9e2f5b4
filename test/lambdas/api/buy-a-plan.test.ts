import { describe, expect, test, vi } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { request } from "../support/call-api.ts";
import { goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, expiredRow, paidRow, stored, subscribe } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;
const returnUrl = `${cloud.webUrl}/pricing`;
const choosing = (planType: string, billing: string) => ({ body: { planType, billing, returnUrl } });

async function onPage(url: string, fields: Record<string, string>): Promise<string | null> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return answer.headers.get("location");
}

async function buy({ ask }: Learner, planType: string, billing: string): Promise<string | null> {
  const { outcome, url } = await ask("create-checkout-session", choosing(planType, billing));
  expect(outcome).toBe("pay");
  return onPage(url, { action: "pay" });
}

const planOf = ({ ask }: Learner, expected: Partial<Subscription>) =>
  vi.waitFor(
    async () => {
      const { subscription } = await ask("get-account");
      expect(subscription).toMatchObject(expected);
      return subscription;
    },
    { timeout: scaledTimeoutMs(10_000), interval: 50 },
  );

describe("a plan", () => {
  test("is active after a monthly purchase and the provider's events", async () => {
    const learner = await aLearner();
    expect(await buy(learner, "pro", "monthly")).toBe(`${cloud.webUrl}/payment-success`);
    const plan = await planOf(learner, { plan_type: "pro", active: true });
    expect(plan?.stripe_subscription_id).toMatch(/^sub_/);
  });

  test("is active after the purchase of a single month and a refresh", async () => {
    const learner = await aLearner();
    await buy(learner, "plus", "once");
    const plan = await learner.ask("refresh-subscription");
    expect(plan).toMatchObject({ plan_type: "plus", active: true });
    expect(plan?.stripe_subscription_id).toMatch(/^pi_/);
  });

  test("has a checkout whose customer has the log-in email, even if the profile is missing", async () => {
    const { ask, userId, email } = await aLearner();
    await stored.remove("profiles", userId);
    const { url } = await ask("create-checkout-session", choosing("pro", "monthly"));
    const [{ stripe_customer_id: customer } = {}] = (await stored.rowsOf(userId)).subscriptions;
    const provider = `${new URL(url).origin}/v1/customers/${customer}`;
    const known = await fetch(provider, { headers: { authorization: "Bearer sk_test_local" } });
    expect(await known.json()).toHaveProperty("email", email);
  });

  test("is not active after a declined payment", async () => {
    const learner = await aLearner();
    const { url } = await learner.ask("create-checkout-session", choosing("pro", "monthly"));
    expect(await onPage(url, { action: "decline" })).toBeNull();
    expect(await learner.ask("refresh-subscription")).toMatchObject({ plan_type: "free", active: false });
    expect(await learner.refusal("cancel-plan")).toEqual({ status: 409, code: "no_active_plan" });
  });

  test("has one checkout page for two simultaneous requests, and another page for a single month", async () => {
    const { ask } = await aLearner();
    const [one, two] = await Promise.all([1, 2].map(() => ask("create-checkout-session", choosing("pro", "monthly"))));
    expect(one).toEqual(two);
    const other = await ask("create-checkout-session", choosing("pro", "once"));
    expect(other.url).not.toBe(one?.url);
    expect(await onPage(one?.url ?? "", { action: "pay" })).toBeNull();
  });

  test("is bought for the learner of the token, although the body has another user id", async () => {
    const [learner, other] = [await aLearner(), await aLearner()];
    const request = choosing("pro", "monthly");
    const plain = await learner.ask("create-checkout-session", request);
    for (const userId of [other.userId, learner.userId, "", null, 7]) {
      const told = await learner.ask("create-checkout-session", { body: { ...request.body, userId } });
      expect([userId, told]).toEqual([userId, plain]);
    }
    await onPage(plain.url, { action: "pay" });
    expect(await learner.ask("refresh-subscription")).toMatchObject({ plan_type: "pro", user_id: learner.userId });
    expect((await other.ask("get-account")).subscription).toBeNull();
  });

  test("is the same for twenty simultaneous refreshes", async () => {
    const learner = await aLearner();
    await buy(learner, "pro", "monthly");
    const crowd = await Promise.all(Array.from({ length: 20 }, () => learner.ask("refresh-subscription")));
    const [first] = crowd;
    expect(first).toMatchObject({ plan_type: "pro", active: true });
    expect(crowd).toEqual(Array.from({ length: 20 }, () => first));
    await Promise.all(Array.from({ length: 20 }, () => learner.ask("refresh-subscription")));
    expect((await stored.rowsOf(learner.userId)).subscriptions).toMatchObject([{ ...first }]);
  });

  test("that renews monthly can be cancelled, resumed and changed, and has a portal", async () => {
    const learner = await aLearner();
    const { ask, refusal } = learner;
    await buy(learner, "pro", "monthly");
    const bought = await ask("refresh-subscription");
    const cancelled = await ask("cancel-plan");
    expect(cancelled).toMatchObject({ plan_type: "pro", active: false, end_date: bought?.end_date });
    expect(await ask("cancel-plan")).toMatchObject({ active: false });
    expect(await ask("resume-plan")).toMatchObject({ active: true });
    expect(await ask("create-checkout-session", choosing("pro", "monthly"))).toHaveProperty("outcome", "changed");
    expect(await refusal("create-checkout-session", choosing("plus", "once"))).toHaveProperty(
      "code",
      "recurring_plan_active",
    );
    expect(await ask("create-checkout-session", choosing("premium", "monthly"))).toHaveProperty("outcome", "changed");
    expect((await ask("get-account")).subscription).toMatchObject({ plan_type: "premium", active: true });
    expect((await fetch((await ask("customer-portal", { body: { returnUrl } })).url)).status).toBe(200);
    expect(await refusal("choose-free-plan")).toHaveProperty("code", "paid_plan_active");
  });

  test("of a single month can be cancelled and resumed by its learner, and has no portal", async () => {
    const [learner, other] = [await aLearner(), await aLearner()];
    await buy(learner, "plus", "once");
    await learner.ask("refresh-subscription");
    expect(await learner.ask("cancel-plan")).toMatchObject({ plan_type: "plus", active: false });
    expect(await learner.ask("refresh-subscription")).toMatchObject({ active: false });
    expect(await learner.ask("resume-plan")).toMatchObject({ active: true });
    expect(await learner.refusal("customer-portal", { body: { returnUrl } })).toHaveProperty("code", "not_recurring");
    expect((await other.ask("get-account")).subscription).toBeNull();
    expect(await other.refusal("cancel-plan")).toHaveProperty("code", "no_active_plan");
  });
});

test("the checkout refuses a return URL outside the app and stores no subscription", async () => {
  const { call, userId } = await aLearner();
  const body = {
    ...goodRequests["create-checkout-session"].body,
    returnUrl: cloud.webUrl.replace("localhost", "localhost.evil.org"),
  };
  expectRefused(await call("create-checkout-session", { body }), "origin_not_allowed");
  expect((await stored.rowsOf(userId)).subscriptions).toEqual([]);
});

test("the checkout accepts thirty calls in ten minutes, then returns 429", async () => {
  const { call } = await aLearner();
  const answers = [];
  for (let nth = 0; nth < 32; nth += 1) answers.push(await call("create-checkout-session", choosing("pro", "monthly")));
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429, 429]);
  const [first, last] = [answers.at(0), answers.at(-1)];
  // The end of the window is rounded up to a whole second. So "11 minutes" is possible only within a second of the
  // first call.
  const isAtOnce = Number(last?.serverTime) - Number(first?.serverTime) < 1_000;
  const message = expect.stringMatching(
    isAtOnce ? /Try again in (11|10) minutes\.$/ : /Try again in (10|9) minutes\.$/,
  );
  expect(last?.body).toMatchObject({ code: "too_many_requests", message });
});

describe("a webhook event", () => {
  const send = (headers: Record<string, string>) =>
    request(cloud.apiUrl, "/webhooks/stripe", { method: "POST", headers, body: '{"type":"invoice.paid"}' });

  test.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["a forged signature", { "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"a".repeat(64)}` }],
    ["a token instead of a signature", { authorization: "Bearer one.two.three" }],
  ])("with %s is refused", async (_, headers) => {
    expectRefused(await send(headers), "bad_signature");
  });
});

describe("a plan that is over", () => {
  test("is returned unchanged by GET /account, and downgraded afterwards", async () => {
    const { ask, userId } = await aLearner();
    const row = await subscribe(expiredRow(userId, { stripe_subscription_id: "pi_1" }));
    expect((await ask("get-account")).subscription).toEqual(row);
    await vi.waitFor(
      async () => {
        const [kept] = (await stored.rowsOf(userId)).subscriptions;
        expect(kept).toMatchObject({ plan_type: "free", active: false, end_date: row.end_date });
        expect(kept).not.toHaveProperty("expiry_day");
      },
      { timeout: scaledTimeoutMs(10_000), interval: 50 },
    );
  });

  test("is not downgraded when another learner reads their own account", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    const row = await subscribe(expiredRow(other.userId, { stripe_subscription_id: "pi_1" }));
    await subscribe(paidRow(one.userId));
    await one.ask("get-account");
    expect((await stored.rowsOf(other.userId)).subscriptions).toMatchObject([{ plan_type: row.plan_type }]);
  });
});
