import { expect, test } from "vitest";
import { Password } from "../../../domain/accounts/password.ts";
import { accepts } from "../support/accepts.ts";

// Cognito's pattern is [\S]+.*[\S]+: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html
test.each([
  ["six characters", "abcdef", true],
  ["spaces within", "ab cd ef", true],
  ["256 characters", "x".repeat(256), true],
  ["letters of any script", "पासवर्डक", true],
  ["five characters", "abcde", false],
  ["257 characters", "x".repeat(257), false],
  ["a space before", " abcdef", false],
  ["a space behind", "abcdef ", false],
  ["spaces alone", "      ", false],
])("checks the length and the outer spaces of a password: %s", (_what, password, taken) => {
  expect(accepts(Password, password)).toBe(taken);
});
