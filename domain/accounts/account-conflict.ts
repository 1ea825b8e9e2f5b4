import type { IdentityProvider } from "./account.ts";

/**
 * What the user pool's pre-sign-up trigger says when it refuses an account because its e-mail has one that signs in
 * otherwise, by the provider of the account that is there. Cognito puts it into a sentence of its own: "PreSignUp failed
 * with error PARLANCE_EMAIL_ACCOUNT."
 */
export const conflictCodes: Readonly<Record<IdentityProvider, string>> = {
  email: "PARLANCE_EMAIL_ACCOUNT",
  google: "PARLANCE_GOOGLE_ACCOUNT",
};

/** The provider of the account that the e-mail has already, if a failure's message says so. */
export function conflictIn(message: string): IdentityProvider | null {
  if (message.includes(conflictCodes.email)) return "email";
  return message.includes(conflictCodes.google) ? "google" : null;
}
