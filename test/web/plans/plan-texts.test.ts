import { describe, expect, test } from "vitest";
import type { Billing } from "../../../domain/plans/price.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { offerFor } from "../../../web/src/features/plans/offers.ts";
import { changeTerms, creditNote, offerNote, remainingAccessText } from "../../../web/src/features/plans/plan-texts.ts";
import {
  calledOff,
  expired,
  followed,
  free,
  inDays,
  now,
  once,
  recurring,
  recurringCancelled,
  renewalFailed,
  waiting,
} from "./subscriptions.ts";

const noteOn = (plan: "free" | "plus" | "pro" | "premium", subscription: Subscription, billing: Billing) =>
  offerNote(offerFor(plan, subscription, billing, now), subscription);

describe("the note on Free", () => {
  test.each([
    [
      "while a plan renews",
      recurring,
      "Cancel your plan in your profile. You can choose Free after your access has ended.",
    ],
    ["after a cancellation", recurringCancelled, "You can choose Free after your access has ended."],
    ["during a single month", once, "You can choose Free after your access has ended."],
    ["while a payment is open", renewalFailed, "You can choose Free after your access has ended."],
  ])("%s says when Free can be chosen", (_, subscription, note) => {
    expect(noteOn("free", subscription, "monthly")).toBe(note);
  });
});

test("offerNote says why a plan cannot be chosen", () => {
  expect(noteOn("premium", renewalFailed, "monthly")).toBe("Your last payment failed.");
  expect(noteOn("premium", followed, "monthly")).toBe(
    "You can choose a monthly plan after your cancelled plan has ended.",
  );
});

test("offerNote returns null for a renewing current plan, and for a plan that can be chosen", () => {
  expect(noteOn("pro", recurring, "monthly")).toBeNull();
  expect(noteOn("premium", recurring, "monthly")).toBeNull();
  expect(noteOn("plus", once, "once")).toBeNull();
});

test.each([
  ["a single month", once, "once", "Your paid time ends on Dec 16, 2026. A month that you add now starts then."],
  ["a single month", once, "monthly", "A monthly plan is first billed on Dec 16, 2026, when your paid time ends."],
  [
    "a single month that ends soon",
    { ...once, end_date: inDays(2) },
    "monthly",
    "Your paid time ends on Nov 23, 2026 at 09:30. A monthly plan is billed at once.",
  ],
  [
    "a cancelled plan",
    recurringCancelled,
    "once",
    "Your cancelled plan ends on Dec 16, 2026. A single month that you add now starts then.",
  ],
  ["a cancelled plan", recurringCancelled, "monthly", "Your cancelled plan ends on Dec 16, 2026."],
  [
    "a cancelled plan with a following month",
    followed,
    "monthly",
    "You can choose a monthly plan from Dec 16, 2026, when your month of Plus starts.",
  ],
  [
    "a cancelled plan with a following month",
    followed,
    "once",
    "Your paid time ends on Jan 16, 2027. A month that you add now starts then.",
  ],
  [
    "a cancelled next plan",
    calledOff,
    "once",
    "Your paid time ends on Dec 16, 2026. A month that you add now starts then.",
  ],
  [
    "a cancelled next plan",
    calledOff,
    "monthly",
    "A monthly plan is first billed on Dec 16, 2026, when your paid time ends.",
  ],
  ["the free plan", free, "monthly", ""],
] as const)(
  "remainingAccessText explains the paid time left, if any, during $0 with the billing “$2”",
  (_, subscription, billing, text) => {
    expect(remainingAccessText(subscription, billing, now)).toBe(text);
  },
);

test.each([
  [
    "credit of an expired plan",
    { ...expired, credit_cents: 1001 },
    "monthly",
    "Your credit of $10.01 reduces the payments of a monthly plan.",
  ],
  [
    "credit of an expired plan",
    { ...expired, credit_cents: 1001 },
    "once",
    "Your credit of $10.01 does not pay for single months.",
  ],
  [
    "credit with the free plan",
    { ...free, credit_cents: 2000 },
    "monthly",
    "Your credit of $20 reduces the payments of a monthly plan.",
  ],
  [
    "a debt with the free plan",
    { ...free, credit_cents: -501 },
    "once",
    "You owe $5.01. This amount is added to the next payment of a monthly plan.",
  ],
  ["a plan without credit", recurring, "monthly", null],
] as const)(
  "creditNote explains the credit or debt, if any, for $0 with the billing “$2”",
  (_, subscription, billing, text) => {
    expect(creditNote(subscription, billing)).toBe(text);
  },
);

describe("changeTerms", () => {
  test("states the charge and the renewal for a higher plan", () => {
    expect(changeTerms(recurring, "premium", now)).toEqual([
      "This changes your plan from Pro to Premium. You pay the difference for the rest of the month.",
      "The plan renews at $29.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
  test("states that a lower plan reduces the next payments", () => {
    expect(changeTerms(recurring, "plus", now)).toEqual([
      "This changes your plan from Pro to Plus. The difference for the rest of the month reduces your next payments.",
      "The plan renews at $9.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
  test("states the first payment of the next plan", () => {
    expect(changeTerms(waiting, "premium", now)).toEqual([
      "This changes your next plan from Pro to Premium.",
      "The first payment is on Dec 16, 2026. The plan then renews at $29.99 per month until you cancel.",
    ]);
  });
  test("states that credit reduces the payments", () => {
    const credited = { ...recurring, credit_cents: 500 };
    expect(changeTerms(credited, "premium", now)[0]).toContain(
      "the rest of the month. Your credit of $5 is used first.",
    );
    expect(changeTerms(credited, "plus", now).at(-1)).toBe("Your credit of $5 reduces your next payments.");
  });
  test("states that an upgrade also charges the debt", () => {
    expect(changeTerms({ ...recurring, credit_cents: -500 }, "premium", now)[0]).toBe(
      "This changes your plan from Pro to Premium. You pay the difference for the rest of the month and the $5 that you owe.",
    );
  });
  test("states that a change to another plan undoes the cancellation", () => {
    expect(changeTerms(recurringCancelled, "plus", now)[1]).toBe("This also undoes the cancellation of your plan.");
  });
  test("states the first payment if the next plan was cancelled before its start", () => {
    expect(changeTerms(calledOff, "premium", now)).toEqual([
      "This changes your next plan from Pro to Premium.",
      "This also undoes the cancellation of your plan.",
      "The first payment is on Dec 16, 2026. The plan then renews at $29.99 per month until you cancel.",
    ]);
    expect(changeTerms({ ...calledOff, credit_cents: 500 }, "pro", now)).toEqual([
      "This undoes the cancellation of your Pro plan.",
      "The first payment is on Dec 16, 2026. The plan then renews at $19.99 per month until you cancel.",
      "Your credit of $5 reduces your next payments.",
    ]);
  });
  test("states that a choice of the cancelled plan undoes the cancellation", () => {
    expect(changeTerms(recurringCancelled, "pro", now)).toEqual([
      "This undoes the cancellation of your Pro plan.",
      "The plan renews at $19.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
});
