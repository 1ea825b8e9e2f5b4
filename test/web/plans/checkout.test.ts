import { describe, expect, test } from "vitest";
import { ApiError } from "../../../web/src/api.ts";
import { changeTerms } from "../../../web/src/features/plans/change-terms.ts";
import { checkoutFailure, destinationOf } from "../../../web/src/features/plans/checkout.ts";
import { calledOff, now, recurring, recurringCancelled, waiting } from "./subscriptions.ts";

const noUrl = "No checkout URL returned from the server";

describe("where a choice of plan leads", () => {
  test.each(["https://checkout.stripe.com/c/pay/cs_1", "http://localhost:5178/pay/cs_1", "http://127.0.0.1:5178/file"])(
    "to pay: %s",
    (url) => {
      expect(destinationOf({ outcome: "pay", url })).toEqual({ kind: "site", url });
    },
  );

  test("a change made at once stays in the app", () => {
    const change = { from: "plus", to: "pro", resumed: false, charged_cents: 500 } as const;
    const answer = { outcome: "changed", url: "https://parlance.example/payment-success", change } as const;
    expect(destinationOf(answer)).toEqual({ kind: "page", path: "/payment-success", change });
  });

  test("a payment that is to be confirmed is led to beside the app", () => {
    const url = "https://invoice.stripe.com/i/acct_1/test_1";
    expect(destinationOf({ outcome: "confirm", url })).toEqual({ kind: "confirm", url });
  });

  test.each([
    "",
    "javascript:alert(1)",
    "data:text/html,hello",
    "http://evil.example/",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
  ])("never to %s", (url) => {
    expect(() => destinationOf({ outcome: "pay", url })).toThrow(noUrl);
  });
});

test("failures are told in the product's words", () => {
  expect(checkoutFailure(new ApiError("payments_unavailable", "Please try later."))).toBe(
    "Checkout failed: Please try later.",
  );
  expect(checkoutFailure(new ApiError("no_payment_method", "There is no card."))).toBe(
    "Checkout failed: There is no card.",
  );
  expect(checkoutFailure(new ApiError("unreadable", "x"))).toBe(noUrl);
  expect(checkoutFailure(new Error(noUrl))).toBe(noUrl);
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
