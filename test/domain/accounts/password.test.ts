import { expect, test } from "vitest";
import { Password } from "../../../domain/accounts/password.ts";
import { accepts } from "../support/accepts.ts";

// Cognito's pattern is [\S]+.*[\S]+: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html
test.each([
  ["accepts", "six characters", "abcdef"],
  ["accepts", "spaces between other characters", "ab cd ef"],
  ["accepts", "256 characters", "x".repeat(256)],
  ["accepts", "letters of another script", "पासवर्डक"],
  ["refuses", "five characters", "abcde"],
  ["refuses", "257 characters", "x".repeat(257)],
  ["refuses", "a leading space", " abcdef"],
  ["refuses", "a trailing space", "abcdef "],
  ["refuses", "only spaces", "      "],
])("the Password schema %s %s", (verdict, _what, password) => {
  expect(accepts(Password, password)).toBe(verdict === "accepts");
});
