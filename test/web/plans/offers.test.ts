import { describe, expect, test } from "vitest";
import { planTypes } from "../../../domain/plans/plan.ts";
import type { Billing } from "../../../domain/plans/price.ts";
import { createSubscriptionWithoutPlan, type Subscription } from "../../../domain/plans/subscription.ts";
import { currentPlan, nextPlan, offerFor } from "../../../web/src/features/plans/offers.ts";
import {
  calledOff,
  expired,
  followed,
  free,
  inDays,
  now,
  once,
  onceCancelled,
  recurring,
  recurringCancelled,
  renewalFailed,
  waiting,
} from "./subscriptions.ts";

type Case = [string, Subscription | null, Billing, string];

const cases: Case[] = [
  ["nobody yet", null, "monthly", "choose-free buy buy buy"],
  ["nobody yet", null, "once", "choose-free buy buy buy"],
  ["a customer without a plan", createSubscriptionWithoutPlan("learner", now), "monthly", "choose-free buy buy buy"],
  ["free", free, "monthly", "current buy buy buy"],
  ["free", free, "once", "current buy buy buy"],
  ["expired", expired, "monthly", "choose-free buy buy buy"],
  ["recurring pro", recurring, "monthly", "refuse-free change current change"],
  ["recurring pro, asked for a single month", recurring, "once", "refuse-free change current change"],
  ["recurring pro, payment failed", renewalFailed, "monthly", "refuse-free none current none"],
  ["recurring pro, payment failed", renewalFailed, "once", "refuse-free none current none"],
  ["cancelled pro with a month behind it", followed, "monthly", "refuse-free none none none"],
  ["cancelled pro with a month behind it", followed, "once", "refuse-free add-month add-month add-month"],
  ["plus with a plan waiting for its end", waiting, "monthly", "refuse-free change waiting change"],
  ["plus with a plan that was called off", calledOff, "monthly", "refuse-free change resume change"],
  ["plus with a plan that was called off", calledOff, "once", "refuse-free add-month add-month add-month"],
  ["recurring pro, cancelled", recurringCancelled, "monthly", "refuse-free change resume change"],
  [
    "recurring pro, cancelled, asked for a single month",
    recurringCancelled,
    "once",
    "refuse-free add-month add-month add-month",
  ],
  [
    "recurring pro, cancelled, with a payment to make",
    { ...renewalFailed, active: false },
    "once",
    "refuse-free none current none",
  ],
  ["a month of pro", once, "monthly", "refuse-free buy buy buy"],
  ["a month of pro", once, "once", "refuse-free add-month add-month add-month"],
  ["a month of pro, cancelled", onceCancelled, "once", "refuse-free add-month add-month add-month"],
];

test.each(cases)("offers each plan by the learner's subscription: %s, %#", (_, subscription, billing, kinds) => {
  expect(planTypes.map((plan) => offerFor(plan, subscription, billing, now).kind).join(" ")).toBe(kinds);
});

describe("currentPlan", () => {
  test.each([
    [null, undefined],
    [createSubscriptionWithoutPlan("learner", now), undefined],
    [free, "free"],
    [expired, undefined],
    [recurring, "pro"],
    [recurringCancelled, "pro"],
    [once, "pro"],
    [waiting, "plus"],
    [calledOff, "plus"],
    [followed, "pro"],
  ])("returns the plan in force, or none, %#", (subscription, plan) => {
    expect(currentPlan(subscription, now)).toBe(plan);
  });
});

describe("nextPlan", () => {
  test.each([
    ["nobody yet", null, undefined],
    ["a plan that renews", recurring, undefined],
    ["a plan that waits for the end of a month", waiting, "pro"],
    ["a month behind a cancelled plan", followed, "plus"],
    ["a plan that was called off", calledOff, undefined],
    ["a plan that waits, once all is over", { ...waiting, active: false, end_date: inDays(-1) }, undefined],
  ])("returns the plan that starts next, if there is one: %s", (_, subscription, plan) => {
    expect(nextPlan(subscription, now)).toBe(plan);
  });
});

test("marks a waiting plan as current once it has started", () => {
  const started = new Date(inDays(26));
  const renewed = { ...waiting, end_date: inDays(56) };
  expect(offerFor("pro", renewed, "monthly", started).kind).toBe("current");
  expect([currentPlan(renewed, started), nextPlan(renewed, started)]).toEqual(["pro", undefined]);
});
