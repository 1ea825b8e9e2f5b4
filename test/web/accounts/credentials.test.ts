import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  codeProblem,
  confirmationProblem,
  emailProblem,
  extractCode,
  newPasswordProblem,
  normaliseEmail,
  passwordProblem,
} from "../../../web/src/features/accounts/credentials.ts";

const longEmail = (length: number) => `${"a".repeat(length - "@example.com".length)}@example.com`;

describe("an email", () => {
  test("is normalised to lower case without surrounding white space", () => {
    for (const typed of ["ASHA@Example.COM", "  asha@example.com\t", "asha@example.com "])
      expect(normaliseEmail(typed)).toBe("asha@example.com");
  });

  test.each([
    ["", "Please enter your email address"],
    ["   ", "Please enter your email address"],
    ["asha", "Please enter an email address such as asha@example.com"],
    ["asha@", "Please enter an email address such as asha@example.com"],
    ["asha rai@example.com", "Please enter an email address such as asha@example.com"],
    ["asha@example.com, b@example.com", "Please enter an email address such as asha@example.com"],
    ["आशा@example.com", "Please enter an email address such as asha@example.com"],
    ["🦉@example.com", "Please enter an email address such as asha@example.com"],
    ["<script>@example.com", "Please enter an email address such as asha@example.com"],
    [longEmail(129), "Email must be at most 128 characters long"],
    [longEmail(320), "Email must be at most 128 characters long"],
  ])("is refused if it is '%s', with the reason '%s'", (typed, problem) => {
    expect(emailProblem(typed)).toBe(problem);
  });

  test.each(["asha@example.com", " ASHA@EXAMPLE.COM ", "a.b+c@sub.example.co", "o'neil@example.com"])(
    "is accepted if it is '%s'",
    (typed) => {
      expect(emailProblem(typed)).toBeNull();
    },
  );
});

describe("a password", () => {
  test("is required at log-in, but may be short", () => {
    expect([passwordProblem(""), passwordProblem("a")]).toEqual(["Please enter your password", null]);
  });

  test.each([
    ["", "Please enter a password"],
    ["12345", "Password must be at least 6 characters"],
    ["a".repeat(257), "Password must be at most 256 characters"],
    [" secret", "Password must not start or end with a space"],
    ["secret ", "Password must not start or end with a space"],
  ])("is refused as a new password: '%s'", (typed, problem) => {
    expect(newPasswordProblem(typed)).toBe(problem);
  });

  test.each(["123456", "correct horse", "पासवर्ड", "🦉🦉🦉", "a".repeat(256)])(
    "is accepted as a new password: '%s'",
    (typed) => {
      expect(newPasswordProblem(typed)).toBeNull();
    },
  );

  test("must match its confirmation", () => {
    expect([confirmationProblem("secret", "secret"), confirmationProblem("secret", "Secret")]).toEqual([
      null,
      "Passwords don't match",
    ]);
  });
});

describe("a code", () => {
  test.each([
    ["123456", "123456"],
    [" 123 456 ", "123456"],
    ["123-456", "123456"],
    ["12\u200b34\n56", "123456"],
    ["１２３４５６", "123456"],
    ["१२३४५६", "123456"],
    ["۱۲۳۴۵۶", "123456"],
    ["Your code: 123456.", "123456"],
    ["1234567890", "123456"],
    ["12a", "12"],
    ["", ""],
    ["abc", ""],
  ])("is read from '%s' as '%s'", (typed, code) => {
    expect(extractCode(typed)).toBe(code);
  });

  test("has at most six digits, and a second extraction does not change it", () => {
    const parts = fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 3 }), fc.nat(999).map(String)));
    fc.assert(
      fc.property(parts, (typed) => {
        const code = extractCode(typed.join(""));
        expect(code).toMatch(/^\d{0,6}$/);
        expect(extractCode(code)).toBe(code);
      }),
    );
  });

  test("must have six digits", () => {
    expect([codeProblem("12345"), codeProblem("123456")]).toEqual(["Please enter the 6 digits of the code", null]);
  });
});
