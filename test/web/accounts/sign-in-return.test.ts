import { describe, expect, test } from "vitest";
import { readSignInReturn } from "../../../web/src/features/accounts/sign-in-return.ts";

describe("readSignInReturn", () => {
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
  ])("reads the address %s%s as %j", (pathname, search, expected) => {
    expect(readSignInReturn({ pathname, search })).toEqual(expected);
  });
});
