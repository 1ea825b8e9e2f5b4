import { describe, expect, test } from "vitest";
import type { Billing } from "../../../domain/plans/price.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { offerNote } from "../../../web/src/features/plans/offer-words.ts";
import { offerFor } from "../../../web/src/features/plans/offers.ts";
import { followed, now, once, recurring, recurringCancelled, renewalFailed, waiting } from "./subscriptions.ts";

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
