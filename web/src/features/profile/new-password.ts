/** What Cognito takes at most. https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ChangePassword.html */
const longestPassword = 256;
const shortestPassword = 6;

export type PasswordFields = { current: string; next: string; again: string };
export type PasswordErrors = Record<keyof PasswordFields, string>;

export const noErrors: PasswordErrors = { current: "", next: "", again: "" };
export const emptyPasswords: PasswordFields = { current: "", next: "", again: "" };

function newPasswordError(next: string): string {
  if (next === "") return "Please enter a new password";
  if (next.length < shortestPassword) return "Password must be at least 6 characters";
  // Cut to fit, it would be another password than the learner knows.
  if (next.length > longestPassword) return `Password must be at most ${longestPassword} characters`;
  // Cognito refuses it, in words that nobody understands.
  return next.trim() === next ? "" : "Password cannot begin or end with a blank";
}

/** What is wrong with a change of password, field by field; empty where nothing is. */
export function passwordErrors({ current, next, again }: PasswordFields): PasswordErrors {
  const wrong = newPasswordError(next);
  return {
    current: current === "" ? "Please enter your current password" : "",
    next: wrong,
    again: wrong === "" && again !== next ? "Passwords don't match" : "",
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
