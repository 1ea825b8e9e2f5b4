import { confirmationProblem, newPasswordProblem } from "../accounts/credentials.ts";

export type PasswordFields = { current: string; next: string; again: string };
export type PasswordErrors = Record<keyof PasswordFields, string>;

export const noErrors: PasswordErrors = { current: "", next: "", again: "" };
export const emptyPasswords: PasswordFields = { current: "", next: "", again: "" };

/** What is wrong with a change of password, field by field; empty where nothing is. */
export function passwordErrors({ current, next, again }: PasswordFields): PasswordErrors {
  const wrong = next === "" ? "Please enter a new password" : newPasswordProblem(next);
  return {
    current: current === "" ? "Please enter your current password" : "",
    next: wrong ?? "",
    again: wrong === null ? (confirmationProblem(next, again) ?? "") : "",
  };
}

/** Whether the sign-in service refused the current password, rather than the caller. */
export function isWrongPassword(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === "NotAuthorizedException" &&
    /incorrect username or password/i.test(error.message)
  );
}
