import { describe, expect, test } from "vitest";
import { isWrongCurrentPassword, noErrors, passwordErrors } from "../../../web/src/features/profile/new-password.ts";

const good = { current: "correct horse", next: "battery", again: "battery" };

describe("a change of password", () => {
  test.each([
    [good, noErrors],
    [{ ...good, next: "पासवर्ड", again: "पासवर्ड" }, noErrors],
    [
      { ...good, next: "      ", again: "      " },
      { ...noErrors, next: "Password must not start or end with a space" },
    ],
    [
      { ...good, next: "battery ", again: "battery " },
      { ...noErrors, next: "Password must not start or end with a space" },
    ],
    [
      { ...good, next: "", again: "" },
      { ...noErrors, next: "Please enter a new password" },
    ],
    [
      { ...good, next: "12345", again: "12345" },
      { ...noErrors, next: "Password must be at least 6 characters" },
    ],
    [{ ...good, next: "x".repeat(256), again: "x".repeat(256) }, noErrors],
    [
      { ...good, next: "x".repeat(257) },
      { ...noErrors, next: "Password must be at most 256 characters" },
    ],
    [
      { ...good, again: "Battery" },
      { ...noErrors, again: "Passwords don't match" },
    ],
    [
      { ...good, current: "" },
      { ...noErrors, current: "Please enter your current password" },
    ],
  ])("with the fields %j has the errors %j", (fields, errors) => {
    expect(passwordErrors(fields)).toEqual(errors);
  });

  const refusal = (name: string, message: string) => Object.assign(new Error(message), { name });

  test.each([
    [refusal("NotAuthorizedException", "Incorrect username or password."), true],
    [refusal("NotAuthorizedException", "Access Token has been revoked"), false],
    [refusal("LimitExceededException", "Attempt limit exceeded, please try after some time."), false],
    ["nothing", false],
  ])("that fails with “%s” has a wrong current password: %s", (error, wrong) => {
    expect(isWrongCurrentPassword(error)).toBe(wrong);
  });
});
