import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cloud } from "../../../local/cloud.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { expiredRow, paidRow } from "../support/learners.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { openTables } from "../support/rows.ts";

// A separate cloud is necessary, because the tests wait for all events and run the expiry.
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
});
afterAll(() => cloud.close());

const choosing = (planType: string, billing: string, isChange = false) => ({
  body: { planType, billing, returnUrl: `${cloud.webUrl}/pricing`, isChange },
});

async function aCustomer() {
  const tables = openTables(cloud.dynamodbUrl);
  const { userId, tokens } = await createLearner(cloud.webUrl);
  const api = apiOf(cloud.apiUrl, tokens.AccessToken);
  const { url } = await api.ask("create-checkout-session", choosing("pro", "monthly"));
  const rowNow = async () => (await tables.rowsOf(userId)).subscriptions[0];
  const { stripe_customer_id = "" } = (await rowNow()) ?? {};
  const put = (row: Record<string, unknown>) => tables.put("subscriptions", { ...row, stripe_customer_id });
  return { ...api, userId, url, rowNow, put };
}

/** Returns a learner who pays for Pro every month, but whose row has no plan. */
async function aSubscriberWithoutKnownPlan() {
  const customer = await aCustomer();
  const { userId, url, put, rowNow } = customer;
  await fetch(url, { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" });
  await cloud.settle();
  expect(await rowNow()).toMatchObject({ plan_type: "pro", active: true });
  const { end_date: _, stripe_subscription_id: __, ...behind } = paidRow(userId, { plan_type: "free", active: false });
  await put(behind);
  return customer;
}

/** Returns the row of an ended plan that is unknown to the payment provider. */
const endedRow = (userId: string) => {
  const row = expiredRow(userId);
  return { ...row, expiry_day: row.end_date?.slice(0, 10) };
};

const noPlan = { plan_type: "free", active: false };

test("a refresh corrects a row whose plan is unknown to the provider", async () => {
  const { ask, userId, put, rowNow } = await aCustomer();
  await put(paidRow(userId));
  expect(await ask("refresh-subscription")).toMatchObject(noPlan);
  expect(await rowNow()).toMatchObject(noPlan);
});

test("a refused checkout adds the running plan to the row", async () => {
  const { refusal, rowNow } = await aSubscriberWithoutKnownPlan();
  expect(await refusal("create-checkout-session", choosing("plus", "once"))).toHaveProperty(
    "code",
    "recurring_plan_active",
  );
  expect(await rowNow()).toMatchObject({ plan_type: "pro", active: true });
});

test("a refused monthly checkout does not change the running plan that the row lacks, and adds it to the row", async () => {
  const { ask, refusal, rowNow } = await aSubscriberWithoutKnownPlan();
  expect(await refusal("create-checkout-session", choosing("premium", "monthly"))).toHaveProperty(
    "code",
    "changed_meanwhile",
  );
  expect(await rowNow()).toMatchObject({ plan_type: "pro", active: true });
  expect(await ask("create-checkout-session", choosing("premium", "monthly", true))).toMatchObject({
    outcome: "changed",
    change: { from: "pro", to: "premium" },
  });
});

test("GET /account causes the downgrade of an ended recurring plan", async () => {
  const { ask, userId, put, rowNow } = await aCustomer();
  await put(endedRow(userId));
  await ask("get-account");
  await cloud.settle();
  expect(await rowNow()).toMatchObject(noPlan);
});

test("the hourly run downgrades the row of an ended recurring plan", async () => {
  const { userId, put, rowNow } = await aCustomer();
  await put(endedRow(userId));
  const run = await fetch(`${cloud.webUrl}/local/run/expiry`, { method: "POST" });
  expect(await run.json()).toMatchObject({ downgraded: 1, failed: 0, finished: true });
  expect(await rowNow()).toMatchObject(noPlan);
});
