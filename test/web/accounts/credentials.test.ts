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

describe("an e-mail", () => {
  test("is the same account in any letter case and with blanks around it", () => {
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
  ])("%s is refused in words", (typed, problem) => {
    expect(emailProblem(typed)).toBe(problem);
  });

  test.each(["asha@example.com", " ASHA@EXAMPLE.COM ", "a.b+c@sub.example.co", "o'neil@example.com"])(
    "%s is taken",
    (typed) => {
      expect(emailProblem(typed)).toBeNull();
    },
  );
});

describe("a password", () => {
  test("to log in with is only asked for: old ones may be of any kind", () => {
    expect([passwordProblem(""), passwordProblem("a")]).toEqual(["Please enter your password", null]);
  });

  test.each([
    ["", "Please enter a password"],
    ["12345", "Password must be at least 6 characters"],
    ["a".repeat(257), "Password must be at most 256 characters"],
    [" secret", "Password must not start or end with a space"],
    ["secret ", "Password must not start or end with a space"],
  ])("'%s' cannot be chosen", (typed, problem) => {
    expect(newPasswordProblem(typed)).toBe(problem);
  });

  test.each(["123456", "correct horse", "पासवर्ड", "🦉🦉🦉", "a".repeat(256)])("'%s' can be chosen", (typed) => {
    expect(newPasswordProblem(typed)).toBeNull();
  });

  test("is typed twice alike", () => {
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
  ])("'%s' is read as '%s'", (typed, code) => {
    expect(extractCode(typed)).toBe(code);
  });

  test("whatever is typed gives at most six digits, and reading them again changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const code = extractCode(typed);
        expect(code).toMatch(/^\d{0,6}$/);
        expect(extractCode(code)).toBe(code);
      }),
    );
  });

  test("must be whole", () => {
    expect([codeProblem("12345"), codeProblem("123456")]).toEqual(["Please enter the 6 digits of the code", null]);
  });
});
