import type { IdentityProvider } from "./account.ts";

/**
 * Codes with which the pre-sign-up trigger refuses an email that already has an account with another provider, by the
 * provider of that account. Cognito wraps the code in a sentence: "PreSignUp failed with error PARLANCE_EMAIL_ACCOUNT."
 */
export const conflictCodes: Readonly<Record<IdentityProvider, string>> = {
  email: "PARLANCE_EMAIL_ACCOUNT",
  google: "PARLANCE_GOOGLE_ACCOUNT",
};

/** The provider of the account that the e-mail has already, if a failure's message says so. */
export function parseConflict(message: string): IdentityProvider | null {
  if (message.includes(conflictCodes.email)) return "email";
  return message.includes(conflictCodes.google) ? "google" : null;
}

/**
 * Reasons for which the user pool's trigger refuses a log-in with a password. Cognito quotes them: "PreAuthentication failed
 * with error PARLANCE_EMAIL_NOT_CONFIRMED."
 */
export const logInRefusals = {
  /** Nobody has confirmed the email. */
  unconfirmed: "PARLANCE_EMAIL_NOT_CONFIRMED",
  /** The email is confirmed, but its owner has set no password: the one that there is may be a stranger's. */
  passwordNotSet: "PARLANCE_PASSWORD_NOT_SET",
} as const;
export type LogInRefusal = keyof typeof logInRefusals;

/** The refusal that a failure's message quotes, if any. */
export function parseLogInRefusal(message: string): LogInRefusal | null {
  if (message.includes(logInRefusals.unconfirmed)) return "unconfirmed";
  return message.includes(logInRefusals.passwordNotSet) ? "passwordNotSet" : null;
}

/** For a learner whose email is confirmed and whose password is not set. */
export const passwordNotSetText =
  "Your email is verified, but your password is not set yet. Request a code under “Forgot password?” to set it.";
