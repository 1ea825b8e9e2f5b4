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
  ["no subscription", null, "monthly", "choose-free buy buy buy"],
  ["no subscription", null, "once", "choose-free buy buy buy"],
  ["a customer without a plan", createSubscriptionWithoutPlan("learner", now), "monthly", "choose-free buy buy buy"],
  ["the free plan", free, "monthly", "current buy buy buy"],
  ["the free plan", free, "once", "current buy buy buy"],
  ["an expired plan", expired, "monthly", "choose-free buy buy buy"],
  ["a monthly Pro plan", recurring, "monthly", "refuse-free change current change"],
  ["a monthly Pro plan", recurring, "once", "refuse-free change current change"],
  ["Pro with a failed payment", renewalFailed, "monthly", "refuse-free none current none"],
  ["Pro with a failed payment", renewalFailed, "once", "refuse-free none current none"],
  ["cancelled Pro with a following month", followed, "monthly", "refuse-free none none none"],
  ["cancelled Pro with a following month", followed, "once", "refuse-free add-month add-month add-month"],
  ["Plus with Pro as the next plan", waiting, "monthly", "refuse-free change waiting change"],
  ["Plus with a cancelled next plan", calledOff, "monthly", "refuse-free change resume change"],
  ["Plus with a cancelled next plan", calledOff, "once", "refuse-free add-month add-month add-month"],
  ["a cancelled Pro plan", recurringCancelled, "monthly", "refuse-free change resume change"],
  ["a cancelled Pro plan", recurringCancelled, "once", "refuse-free add-month add-month add-month"],
  ["cancelled Pro with an open payment", { ...renewalFailed, active: false }, "once", "refuse-free none current none"],
  ["a single month of Pro", once, "monthly", "refuse-free buy buy buy"],
  ["a single month of Pro", once, "once", "refuse-free add-month add-month add-month"],
  ["a cancelled single month of Pro", onceCancelled, "once", "refuse-free add-month add-month add-month"],
];

test.each(cases)(
  "offerFor for $0 with the billing “$2” returns the expected offer of each plan",
  (_, subscription, billing, kinds) => {
    expect(planTypes.map((plan) => offerFor(plan, subscription, billing, now).kind).join(" ")).toBe(kinds);
  },
);

describe("currentPlan", () => {
  test.each([
    ["no subscription", null, undefined],
    ["a customer without a plan", createSubscriptionWithoutPlan("learner", now), undefined],
    ["the free plan", free, "free"],
    ["an expired plan", expired, undefined],
    ["a monthly Pro plan", recurring, "pro"],
    ["a cancelled Pro plan", recurringCancelled, "pro"],
    ["a single month of Pro", once, "pro"],
    ["Plus with Pro as the next plan", waiting, "plus"],
    ["Plus with a cancelled next plan", calledOff, "plus"],
    ["cancelled Pro with a following month", followed, "pro"],
  ])("for $0 returns $2", (_, subscription, plan) => {
    expect(currentPlan(subscription, now)).toBe(plan);
  });
});

describe("nextPlan", () => {
  test.each([
    ["no subscription", null, undefined],
    ["a monthly plan", recurring, undefined],
    ["Plus with Pro as the next plan", waiting, "pro"],
    ["cancelled Pro with a following month", followed, "plus"],
    ["a cancelled next plan", calledOff, undefined],
    ["an expired plan that has a next plan", { ...waiting, active: false, end_date: inDays(-1) }, undefined],
  ])("for $0 returns $2", (_, subscription, plan) => {
    expect(nextPlan(subscription, now)).toBe(plan);
  });
});

test("offerFor marks the next plan as current after its start", () => {
  const started = new Date(inDays(26));
  const renewed = { ...waiting, end_date: inDays(56) };
  expect(offerFor("pro", renewed, "monthly", started).kind).toBe("current");
  expect([currentPlan(renewed, started), nextPlan(renewed, started)]).toEqual(["pro", undefined]);
});
