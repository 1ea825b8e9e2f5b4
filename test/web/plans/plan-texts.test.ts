import { describe, expect, test } from "vitest";
import type { Billing } from "../../../domain/plans/price.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { offerFor } from "../../../web/src/features/plans/offers.ts";
import { changeTerms, creditNote, offerNote, timeInHand } from "../../../web/src/features/plans/plan-texts.ts";
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
  offerNote(offerFor(plan, subscription, billing, now), subscription, now);

describe("when Free can be chosen", () => {
  test.each([
    [
      "while a plan renews",
      recurring,
      "Cancel your plan first, in your profile. Once it has ended, you can choose Free.",
    ],
    ["once it is cancelled", recurringCancelled, "You can choose Free when your plan ends, on Dec 16, 2026."],
    ["in a month bought once", once, "You can choose Free when your plan ends, on Dec 16, 2026."],
    ["while a payment is open", renewalFailed, "You can choose Free once your plan has ended."],
  ])("%s", (_, subscription, note) => {
    expect(noteOn("free", subscription, "monthly")).toBe(note);
  });
});

describe("what another plan would do", () => {
  test.each([
    [
      "premium",
      recurring,
      "monthly",
      /^Your plan changes from Pro to Premium at once\. Stripe charges .* the difference/,
    ],
    ["plus", recurring, "monthly", /^Your plan changes from Pro to Plus at once\. Nothing is charged\./],
    [
      "premium",
      waiting,
      "monthly",
      /^The plan that follows your month changes from Pro to Premium at once\. Nothing is charged before Dec 16, 2026\./,
    ],
    ["pro", recurringCancelled, "monthly", /^Your Pro plan goes on\. Nothing is charged today\./],
    ["plus", once, "monthly", /pay for it every month/],
    ["plus", once, "once", /pay for one month more/],
  ] as const)("%s, %#", (plan, subscription, billing, note) => {
    expect(noteOn(plan, subscription, billing)).toMatch(note);
  });
});

test("a plan that cannot be had says why", () => {
  expect(noteOn("premium", renewalFailed, "monthly")).toBe("No plan can be chosen while a payment is open.");
  expect(noteOn("premium", followed, "monthly")).toBe(
    "A plan that renews can be chosen once your cancelled plan has ended.",
  );
});

test("the learner's own plan needs no word of what pressing would do", () => {
  expect(noteOn("pro", recurring, "monthly")).toBeNull();
});

test.each([
  [once, "once", "Another month begins when the one you have ends, on Dec 16, 2026."],
  [
    once,
    "monthly",
    "A plan that renews is first billed when the month you have ends, on Dec 16, 2026. Nothing is charged before.",
  ],
  [
    { ...once, end_date: inDays(2) },
    "monthly",
    "A plan that renews begins today: the month you have ends too soon, on Nov 23, 2026 at 09:30, for it to wait.",
  ],
  [recurringCancelled, "once", "One month begins when your cancelled plan ends, on Dec 16, 2026."],
  [
    recurringCancelled,
    "monthly",
    "Your plan is cancelled and runs until Dec 16, 2026. Another plan takes its place at once.",
  ],
  [
    followed,
    "monthly",
    "A plan that renews can be chosen from Dec 16, 2026 on, when your month of Plus begins. Until then your cancelled plan runs.",
  ],
  [followed, "once", "Another month begins when the one you have ends, on Jan 16, 2027."],
  [calledOff, "once", "Another month begins when the one you have ends, on Dec 16, 2026."],
  [
    calledOff,
    "monthly",
    "A plan that renews is first billed when the month you have ends, on Dec 16, 2026. Nothing is charged before.",
  ],
  [free, "monthly", ""],
] as const)("what paying means beside what is in force, %#", (subscription, billing, text) => {
  expect(timeInHand(subscription, billing, now)).toBe(text);
});

test.each([
  [{ ...expired, credit_cents: 1001 }, "monthly", "Your credit of $10.01 is used for the next bills first."],
  [
    { ...expired, credit_cents: 1001 },
    "once",
    "Your credit of $10.01 does not pay for single months. It stays for a plan that renews.",
  ],
  [{ ...free, credit_cents: 2000 }, "monthly", "Your credit of $20 is used for the next bills first."],
  [
    { ...free, credit_cents: -501 },
    "once",
    "You owe $5.01 from an earlier plan. It is added to the next bill of a plan that renews.",
  ],
  [recurring, "monthly", null],
] as const)("names credit and debt beside the plans, %#", (subscription, billing, text) => {
  expect(creditNote(subscription, billing)).toBe(text);
});

describe("what a change of the plan means", () => {
  test("to another plan", () => {
    expect(changeTerms(recurring, "premium", now)).toEqual([
      "Your plan changes from Pro to Premium at once. Stripe charges your card the difference for the rest of the month.",
      "It renews at $29.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
  test("to another plan shortly before the renewal, for less than Stripe charges", () => {
    const at = (hours: number) => new Date(Date.parse(recurring.end_date ?? "") - hours * 3_600_000);
    const added = "Less than $0.50 is added to your next bill instead.";
    expect(changeTerms(recurring, "premium", at(1))[0]).toContain(added);
    expect(changeTerms(recurring, "premium", at(24 * 7))[0]).not.toContain(added);
  });
  test("to a lower plan, which credits", () => {
    expect(changeTerms(recurring, "plus", now)).toEqual([
      "Your plan changes from Pro to Plus at once. Nothing is charged. The difference for the rest of the month is credited to you and lowers your next bills.",
      "It renews at $9.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
  test("while it waits for a month, when nothing is charged", () => {
    expect(changeTerms(waiting, "premium", now)).toEqual([
      "The plan that follows your month changes from Pro to Premium at once. Nothing is charged before Dec 16, 2026.",
      "It is first billed on Dec 16, 2026, then renews at $29.99 per month, until you cancel.",
    ]);
  });
  test("with credit, which is used first", () => {
    const credited = { ...recurring, credit_cents: 500 };
    expect(changeTerms(credited, "premium", now)[0]).toContain("the rest of the month, less your credit of $5.");
    expect(changeTerms(credited, "plus", now).at(-1)).toBe("Your credit of $5 is used for the next bills first.");
  });
  test("to another plan, after cancelling", () => {
    expect(changeTerms(recurringCancelled, "plus", now)[1]).toBe("Your cancellation is taken back.");
  });
  test("after cancelling before it began, when nothing is charged either", () => {
    expect(changeTerms(calledOff, "premium", now)).toEqual([
      "The plan that follows your month changes from Pro to Premium at once. Nothing is charged before Dec 16, 2026.",
      "Your cancellation is taken back.",
      "It is first billed on Dec 16, 2026, then renews at $29.99 per month, until you cancel.",
    ]);
    expect(changeTerms({ ...calledOff, credit_cents: 500 }, "pro", now)).toEqual([
      "Your Pro plan goes on. Nothing is charged today.",
      "It is first billed on Dec 16, 2026, then renews at $19.99 per month, until you cancel.",
      "Your credit of $5 is used for the next bills first.",
    ]);
  });
  test("back to the cancelled one", () => {
    expect(changeTerms(recurringCancelled, "pro", now)).toEqual([
      "Your Pro plan goes on. Nothing is charged today.",
      "It renews at $19.99 per month, next on Dec 16, 2026, until you cancel.",
    ]);
  });
});
