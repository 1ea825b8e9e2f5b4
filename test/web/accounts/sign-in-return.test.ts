import { describe, expect, test } from "vitest";
import {
  answerRefusal,
  type PendingSignIn,
  type RefusalAnswer,
  type RefusalReason,
  readSignInReturn,
} from "../../../web/src/features/accounts/sign-in-return.ts";

describe("the address to which Google's sign-in comes back", () => {
  test.each([
    ["/pricing", "?code=a&state=b", { kind: "code" }],
    ["/pricing", "?error=access_denied&state=b", { kind: "refused", why: "cancelled" }],
    [
      "/pricing",
      "?error_description=PreSignUp+failed+with+error+PARLANCE_EMAIL_ACCOUNT.+&error=invalid_request&state=b",
      { kind: "refused", why: "email" },
    ],
    [
      "/pricing",
      "?error_description=PreSignUp+failed+with+error+PARLANCE_GOOGLE_ACCOUNT.+&error=invalid_request",
      { kind: "refused", why: "google" },
    ],
    ["/pricing", "?error=server_error&error_description=%3Cb%3Ehello", { kind: "refused", why: "other" }],
    ["/pricing", "", null],
    ["/pricing", "?from=home", null],
    ["/pricing", "?code=a", null],
    ["/", "?code=a&state=b", null],
    ["/payment-success", "?error=access_denied", null],
  ])("%s%s", (pathname, search, expected) => {
    expect(readSignInReturn({ pathname, search })).toEqual(expected);
  });
});

describe("a refusal", () => {
  const retry: RefusalAnswer = { kind: "retry" };
  const exists: RefusalAnswer = { kind: "tell", toast: "emailAccountExists", at: "/login" };
  const loginFailed: RefusalAnswer = { kind: "tell", toast: "googleLoginFailed", at: "/login" };
  const signupFailed: RefusalAnswer = { kind: "tell", toast: "googleSignupFailed", at: "/signup" };
  const rows: [RefusalReason, PendingSignIn["intent"], boolean, RefusalAnswer][] = [
    ["email", "login", false, exists],
    ["email", "login", true, exists],
    ["email", "signup", false, exists],
    ["email", "signup", true, exists],
    ["cancelled", "login", false, loginFailed],
    ["cancelled", "login", true, loginFailed],
    ["cancelled", "signup", false, signupFailed],
    ["cancelled", "signup", true, signupFailed],
    ["google", "login", false, retry],
    ["google", "login", true, loginFailed],
    ["google", "signup", false, retry],
    ["google", "signup", true, signupFailed],
    ["other", "login", false, retry],
    ["other", "login", true, loginFailed],
    ["other", "signup", false, retry],
    ["other", "signup", true, signupFailed],
  ];

  test.each(rows)("%s at %s, tried again before: %s", (why, intent, retried, answer) => {
    expect(answerRefusal(why, { intent, retried })).toEqual(answer);
  });
});
