import { describe, expect, test } from "vitest";
import { Account } from "../../domain/accounts/account.ts";
import { routes } from "../../domain/api.ts";
import { ContentGrant } from "../../domain/practice/content-grant.ts";
import { CompletedScenario, UserProgress } from "../../domain/practice/progress.ts";

const at = "2026-11-21T12:00:00.000Z";
type Schema = { safeParse: (value: unknown) => { success: boolean } };
const accepts = (schema: Schema, value: unknown) => schema.safeParse(value).success;

describe("the response schemas", () => {
  const profile = { id: "u-1", full_name: "Asha", email: "asha@example.org", language_preference: null };
  const grant = { folderUrl: "https://cdn.example.org/nepali/example/", folder: "nepali/example/", query: "Policy=x" };
  const completed = { user_id: "u-1", scenario_id: "legal-1", topic_id: "legal", completed_at: at };
  const progress = { user_id: "u-1", scenario_id: "legal-1", segment_id: "segment-1", attempts: 1, completed: true };

  test("accept an account with a null subscription, and refuse a missing subscription or a null profile", () => {
    expect(accepts(Account, { profile, subscription: null })).toBe(true);
    expect(accepts(Account, { profile })).toBe(false);
    expect(accepts(Account, { profile: null, subscription: null })).toBe(false);
  });

  test("accept content grants that expire after 1 to 3600 whole seconds", () => {
    for (const [seconds, good] of [
      [3600, true],
      [1, true],
      [3601, false],
      [0, false],
      [1.5, false],
    ] as const) {
      expect([seconds, accepts(ContentGrant, { ...grant, expiresInSeconds: seconds })]).toEqual([seconds, good]);
    }
  });

  test("accept export links that expire after 1 to 300 whole seconds", () => {
    const { response } = routes["export-account"];
    const link = { url: "https://files.example.org/1", fileName: "parlance-data-2026-11-21.json" };
    for (const [seconds, good] of [
      [300, true],
      [1, true],
      [301, false],
      [0, false],
      [1.5, false],
    ] as const) {
      expect([seconds, accepts(response, { ...link, expiresInSeconds: seconds })]).toEqual([seconds, good]);
    }
  });

  test("accept a payment page or a completed plan change as a checkout result", () => {
    const { response } = routes["create-checkout-session"];
    const url = "https://checkout.stripe.com/c/pay/cs_1";
    const change = { from: "plus", to: "pro", resumed: false, charged_cents: 500 };
    expect(accepts(response, { outcome: "pay", url })).toBe(true);
    expect(accepts(response, { outcome: "changed", url, change })).toBe(true);
    expect(accepts(response, { outcome: "changed", url })).toBe(false);
    expect(accepts(response, { outcome: "free", url })).toBe(false);
    expect(accepts(response, { outcome: "pay" })).toBe(false);
  });

  test("refuse stored rows with an unknown topic or language, or a malformed segment id", () => {
    expect(CompletedScenario.parse(completed)).toEqual(completed);
    expect(accepts(CompletedScenario, { ...completed, topic_id: "sport" })).toBe(false);
    expect(UserProgress.parse({ ...progress, last_attempt_at: at })).toEqual({ ...progress, last_attempt_at: at });
    expect(accepts(UserProgress, { ...progress, last_attempt_at: at, segment_id: "1" })).toBe(false);
    for (const [schema, row] of [
      [CompletedScenario, completed],
      [UserProgress, { ...progress, last_attempt_at: at }],
    ] as const) {
      expect(schema.parse({ ...row, language: "mandarin" })).toHaveProperty("language", "mandarin");
      expect(accepts(schema, { ...row, language: "klingon" })).toBe(false);
    }
  });

  test("accept email, google or null as an account's provider", () => {
    const { response } = routes["check-user-provider"];
    for (const provider of ["email", "google", null]) {
      expect(accepts(response, { user_exists: provider !== null, provider, confirmed: provider !== null })).toBe(true);
    }
    expect(accepts(response, { user_exists: true, provider: "facebook", confirmed: true })).toBe(false);
  });
});
