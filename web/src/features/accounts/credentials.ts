import { Email } from "../../../../domain/accounts/account.ts";
import { codeLength } from "../../../../domain/accounts/code-link.ts";
import { maxPasswordLength, minPasswordLength } from "../../../../domain/accounts/password.ts";

// Cognito takes the e-mail as a user name too, which bounds it more closely than an e-mail:
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html
const longestEmail = 128;

/** An e-mail as the account has it, however it was typed. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** What is wrong with an e-mail that was typed; null if nothing is. */
export function emailProblem(typed: string): string | null {
  const email = normaliseEmail(typed);
  if (email === "") return "Please enter your email address";
  if (email.length > longestEmail) return `Email must be at most ${longestEmail} characters long`;
  return Email.safeParse(email).success ? null : "Please enter an email address such as asha@example.com";
}

/** What is wrong with a password that somebody logs in with; null if nothing is. */
export function passwordProblem(typed: string): string | null {
  return typed === "" ? "Please enter your password" : null;
}

/** What is wrong with a password that somebody chooses; null if nothing is. */
export function newPasswordProblem(typed: string): string | null {
  if (typed === "") return "Please enter a password";
  if (typed.length < minPasswordLength) return `Password must be at least ${minPasswordLength} characters`;
  if (typed.length > maxPasswordLength) return `Password must be at most ${maxPasswordLength} characters`;
  return typed.trim() === typed ? null : "Password must not start or end with a space";
}

/** What is wrong with a password that was typed a second time; null if nothing is. */
export function confirmationProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? null : "Passwords don't match";
}

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** The value of a digit of any script. Unicode has each script's ten digits in a row, beginning with its nought. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(codePoint - before - 1)) before += 1;
  return before % 10;
}

/** The digits of a code as it was typed or pasted: of any script, with whatever stands between them. */
export function extractCode(typed: string): string {
  const digits = typed.normalize("NFKC").match(/\p{Nd}/gu) ?? [];
  return digits.slice(0, codeLength).map(digitValue).join("");
}

/** What is wrong with a code that was typed; null if nothing is. */
export function codeProblem(code: string): string | null {
  return code.length === codeLength ? null : `Please enter the ${codeLength} digits of the code`;
}
