import type { IdentityProvider } from "./account.ts";

/**
 * Refusal codes of the pre-sign-up trigger, keyed by the provider of the account that already has the email.
 * Cognito wraps the code in a sentence: "PreSignUp failed with error PARLANCE_EMAIL_ACCOUNT."
 */
export const conflictCodes: Readonly<Record<IdentityProvider, string>> = {
  email: "PARLANCE_EMAIL_ACCOUNT",
  google: "PARLANCE_GOOGLE_ACCOUNT",
};

export function parseConflict(message: string): IdentityProvider | null {
  if (message.includes(conflictCodes.email)) return "email";
  return message.includes(conflictCodes.google) ? "google" : null;
}

/**
 * Refusal codes of the pre-authentication trigger for log-ins with a password.
 * Cognito quotes the code: "PreAuthentication failed with error PARLANCE_EMAIL_NOT_CONFIRMED."
 */
export const logInRefusals = {
  unconfirmed: "PARLANCE_EMAIL_NOT_CONFIRMED",
  /** Somebody other than the owner of the email may have set the password. */
  passwordNotSet: "PARLANCE_PASSWORD_NOT_SET",
} as const;
export type LogInRefusal = keyof typeof logInRefusals;

export function parseLogInRefusal(message: string): LogInRefusal | null {
  if (message.includes(logInRefusals.unconfirmed)) return "unconfirmed";
  return message.includes(logInRefusals.passwordNotSet) ? "passwordNotSet" : null;
}

export const passwordNotSetText =
  "Your email is verified, but your password is not set yet. Request a code under “Forgot password?” to set it.";
