import { confirmationProblem, newPasswordProblem } from "../accounts/credentials.ts";

export type PasswordFields = { current: string; next: string; again: string };
export type PasswordErrors = Record<keyof PasswordFields, string>;

export const noErrors: PasswordErrors = { current: "", next: "", again: "" };
export const emptyPasswords: PasswordFields = { current: "", next: "", again: "" };

export function passwordErrors({ current, next, again }: PasswordFields): PasswordErrors {
  const wrong = next === "" ? "Please enter a new password" : newPasswordProblem(next);
  return {
    current: current === "" ? "Please enter your current password" : "",
    next: wrong ?? "",
    again: wrong === null ? (confirmationProblem(next, again) ?? "") : "",
  };
}

/** `NotAuthorizedException` alone may also mean an invalid session. */
export function isWrongCurrentPassword(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === "NotAuthorizedException" &&
    /incorrect username or password/i.test(error.message)
  );
}
