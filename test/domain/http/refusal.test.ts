import { describe, expect, test } from "vitest";
import { RefusalBody } from "../../../domain/api.ts";
import { Refusal, refusalStatus } from "../../../domain/http/refusal.ts";

describe("the status of a refusal", () => {
  test.each(Object.entries(refusalStatus))("for %s is the HTTP error %i", (_code, status) => {
    expect(Number.isInteger(status)).toBe(true);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  test("has the expected value for 25 codes", () => {
    expect(refusalStatus).toMatchObject({
      bad_json: 400,
      bad_request: 400,
      bad_signature: 400,
      origin_not_allowed: 400,
      unauthorized: 401,
      user_gone: 401,
      payment_declined: 402,
      premium_required: 403,
      profile_not_found: 404,
      account_closing: 409,
      paid_plan_active: 409,
      changed_meanwhile: 409,
      no_active_plan: 409,
      recurring_plan_active: 409,
      not_recurring: 409,
      month_follows: 409,
      no_payment_method: 402,
      checkout_under_way: 409,
      other_provider: 409,
      body_too_large: 413,
      too_many_requests: 429,
      internal_error: 500,
      payments_unavailable: 503,
      mail_unavailable: 503,
      service_unavailable: 503,
    });
  });
});

test("a refusal is an error with an optional time to wait", () => {
  const refusal = new Refusal("paid_plan_active", "Cancel the plan first.");
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({ name: "Refusal", code: "paid_plan_active", message: "Cancel the plan first." });
  expect(refusal.retryAfterSeconds).toBeUndefined();
  expect(new Refusal("too_many_requests", "Wait.", { retryAfterSeconds: 9 }).retryAfterSeconds).toBe(9);
});

test("the body of a refusal requires a code and a message", () => {
  expect(RefusalBody.safeParse({ code: "bad_json", message: "Not JSON" }).success).toBe(true);
  expect(RefusalBody.safeParse({ code: "bad_json" }).success).toBe(false);
  expect(RefusalBody.safeParse({ message: "Not JSON" }).success).toBe(false);
});
