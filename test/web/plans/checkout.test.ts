import { describe, expect, test } from "vitest";
import { ApiError } from "../../../web/src/api.ts";
import { checkoutFailure, destinationOf } from "../../../web/src/features/plans/checkout.ts";

const noUrl = "No checkout URL returned from the server";

describe("destinationOf", () => {
  test.each(["https://checkout.stripe.com/c/pay/cs_1", "http://localhost:5178/pay/cs_1", "http://127.0.0.1:5178/file"])(
    "returns the payment page %s",
    (url) => {
      expect(destinationOf({ outcome: "pay", url })).toEqual({ kind: "site", url });
    },
  );

  test("returns a page of the app after a plan change without a payment page", () => {
    const change = { from: "plus", to: "pro", resumed: false, charged_cents: 500 } as const;
    const answer = { outcome: "changed", url: "https://parlance.example/payment-success", change } as const;
    expect(destinationOf(answer)).toEqual({ kind: "page", path: "/payment-success", change });
  });

  test("returns the invoice page when a payment must be confirmed", () => {
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
  ])("refuses the address “%s”", (url) => {
    expect(() => destinationOf({ outcome: "pay", url })).toThrow(noUrl);
  });
});

test("checkoutFailure describes why a checkout failed", () => {
  expect(checkoutFailure(new ApiError("payments_unavailable", "Please try later."))).toBe(
    "Checkout failed: Please try later.",
  );
  expect(checkoutFailure(new ApiError("no_payment_method", "There is no card."))).toBe(
    "Checkout failed: There is no card.",
  );
  expect(checkoutFailure(new ApiError("unreadable", "x"))).toBe(noUrl);
  expect(checkoutFailure(new Error(noUrl))).toBe(noUrl);
});
