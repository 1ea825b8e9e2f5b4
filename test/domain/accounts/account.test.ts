import { describe, expect, test } from "vitest";
import { type Account, paidLanguage } from "../../../domain/accounts/account.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const account = (endDate: string | null, language: "nepali" | null = "nepali"): Account => ({
  profile: { id: "u-1", full_name: "Asha", email: "asha@example.org", language_preference: language },
  subscription: endDate === null ? null : { ...plan, end_date: endDate },
});
const plan = {
  ...{ user_id: "u-1", plan_type: "plus" as const, active: true, stripe_subscription_id: "pi_1" },
  ...{ start_date: "2026-11-05T12:00:00.000Z", updated_at: "2026-11-05T12:00:00.000Z" },
};

describe("paidLanguage", () => {
  test("returns the learner's language during a paid plan", () => {
    expect(paidLanguage(account("2026-11-21T12:00:00.001Z"), now)).toBe("nepali");
    expect(paidLanguage(account("2026-11-21T12:00:00.001Z", null), now)).toBeNull();
  });

  test("returns null at the end of a single month and without a plan, although the learner has a language", () => {
    expect(paidLanguage(account("2026-11-21T12:00:00.000Z"), now)).toBeNull();
    expect(paidLanguage(account(null), now)).toBeNull();
  });
});
