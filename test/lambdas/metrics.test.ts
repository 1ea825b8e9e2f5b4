import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import * as z from "zod/mini";
import { redirectLog } from "../../lambdas/runtime/log.ts";
import type { Cloud } from "../../local/cloud.ts";
import { createLearner, signUp } from "../support/learner.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { apiOf } from "./support/call-api.ts";
import { expiredRow } from "./support/learners.ts";
import { startOwnCloud } from "./support/own-cloud.ts";
import { openTables } from "./support/rows.ts";

const filters = inject("cloud").template.metricFilters;
const Line = z.looseObject({ route: z.optional(z.string()), eventHandler: z.optional(z.string()) });
type Line = z.output<typeof Line>;

// The log of the shared cloud also contains the lines of other tests.
let cloud: Cloud;
const lines: Line[] = [];

beforeAll(async () => {
  redirectLog((_level, line) => lines.push(Line.parse(JSON.parse(line))));
  cloud = await startOwnCloud();
});
afterAll(() => cloud.close());

/** Supports only patterns that compare fields with exact values and join the comparisons by `&&`. */
function fits(pattern: string, line: Line): boolean {
  const inner = /^\{ (.*) \}$/.exec(pattern)?.[1] ?? "";
  return inner.split(" && ").every((condition) => {
    const { field = "", value } = /^\(?\$\.(?<field>\w+) = "(?<value>[^"*]*)"\)?$/.exec(condition)?.groups ?? {};
    if (value === undefined) throw new Error(`This pattern is not understood: ${pattern}`);
    return line[field] === value;
  });
}

function countedFrom(line: Line): string[] {
  const [, own = {}] =
    Object.entries(filters).find(([handler]) => handler.endsWith(`/${line.route ?? line.eventHandler}`)) ?? [];
  return Object.entries(own).flatMap(([name, pattern]) => (fits(pattern, line) ? [name] : []));
}

function countsWhere(field: string, value: string): Record<string, number> {
  const names = lines.filter((line) => line[field] === value).flatMap(countedFrom);
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
}

const countsOf = (userId: string) => countsWhere("userId", userId);

/** Stripe's event may arrive after the response to the payment. */
const untilCounted = (read: () => Record<string, number>, expected: Record<string, unknown>) =>
  vi.waitFor(() => expect(read()).toMatchObject(expected), { timeout: scaledTimeoutMs(10_000), interval: 50 });

async function aLearner() {
  const learner = await createLearner(cloud.webUrl);
  return { ...learner, ...apiOf(cloud.apiUrl, learner.tokens.AccessToken) };
}
const choosing = () => ({ body: { planType: "pro", billing: "monthly", returnUrl: `${cloud.webUrl}/pricing` } });
const pay = (url: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" });

test("the metrics count a sign-up when the email is confirmed", async () => {
  const { userId } = await signUp(cloud.webUrl);
  expect(countsOf(userId)).toEqual({});
  const learner = await createLearner(cloud.webUrl);
  expect(countsOf(learner.userId)).toEqual({ SignUps: 1 });
});

test("the metrics count a refused sign-up as a refusal", async () => {
  const before = countsWhere("eventHandler", "pre-sign-up")["SignUpRefusals"] ?? 0;
  await expect(signUp(cloud.webUrl, { name: "x".repeat(500) })).rejects.toThrow();
  expect(countsWhere("eventHandler", "pre-sign-up")).toEqual({ SignUpRefusals: before + 1 });
});

test("the metrics count a checkout when it opens, and its payment only after the learner has paid", async () => {
  const { ask, userId } = await aLearner();
  const { url } = await ask("create-checkout-session", choosing());
  expect(countsOf(userId)).toMatchObject({ CheckoutsBegun: 1 });
  expect(countsOf(userId)).not.toHaveProperty("CheckoutsPaid");
  await pay(url);
  await untilCounted(() => countsOf(userId), { CheckoutsBegun: 1, CheckoutsPaid: 1 });
});

test("the metrics count webhook events separately by valid and invalid signature", async () => {
  const { ask, userId } = await aLearner();
  await pay((await ask("create-checkout-session", choosing())).url);
  await untilCounted(() => countsOf(userId), { CheckoutsPaid: 1 });
  const counts = () => countsWhere("route", "stripe-webhook");
  expect(counts()["EventsVerified"]).toBeGreaterThan(0);
  const before = counts()["EventsNotVerified"] ?? 0;
  for (const signature of ["t=1,v1=00", ""]) {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const answer = await fetch(`${cloud.apiUrl}/webhooks/stripe`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(400);
  }
  expect(counts()["EventsNotVerified"]).toBe(before + 2);
});

test("the metrics count grants refused to a learner without a plan or with an expired plan", async () => {
  const { ask, userId } = await aLearner();
  await ask("grant-content");
  expect(countsOf(userId)).not.toHaveProperty("GrantsRefused");
  await ask("grant-content", { body: { language: "nepali" } });
  expect(countsOf(userId)).toMatchObject({ GrantsRefused: 1 });
  await openTables(cloud.dynamodbUrl).put("subscriptions", { ...expiredRow(userId) });
  await ask("grant-content");
  expect(countsOf(userId)).toMatchObject({ GrantsRefused: 2 });
});

test("the metrics count a payment of an unknown customer", async () => {
  const { ask, userId } = await aLearner();
  const { url } = await ask("create-checkout-session", choosing());
  await openTables(cloud.dynamodbUrl).remove("subscriptions", userId);
  await pay(url);
  await untilCounted(() => countsWhere("type", "checkout.session.completed"), { PaymentsOfUnknown: 1 });
});

test("the metrics count an expiry run and the plan that it ends", async () => {
  const { userId } = await createLearner(cloud.webUrl);
  const { stripe_customer_id: _, stripe_subscription_id: __, ...row } = expiredRow(userId);
  const once = { ...row, stripe_subscription_id: "pi_1", expiry_day: row.end_date?.slice(0, 10) };
  await openTables(cloud.dynamodbUrl).put("subscriptions", once);
  const runs = () => countsWhere("eventHandler", "expire-subscriptions")["ExpiryRuns"] ?? 0;
  const before = runs();
  expect((await fetch(`${cloud.webUrl}/local/run/expiry`, { method: "POST" })).ok).toBe(true);
  expect(countsOf(userId)).toMatchObject({ Downgrades: 1 });
  expect(runs()).toBe(before + 1);
});

test("a learner's call has one log line with a request id and the learner's id", async () => {
  const { ask, userId } = await aLearner();
  await ask("get-account");
  const [line, ...others] = lines.filter((one) => one.userId === userId && one.route === "get-account");
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: "INFO",
    message: "answered",
    status: 200,
    requestId: expect.stringMatching(/./),
  });
});
