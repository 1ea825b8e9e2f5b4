import * as z from "zod/mini";

export const minPasswordLength = 6;
/** Cognito's maximum: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export const maxPasswordLength = 256;

/** Cognito refuses white space at the start or end of a password (source: the page above). */
export const Password = z
  .string()
  .check(z.minLength(minPasswordLength), z.maxLength(maxPasswordLength), z.regex(/^\S(?:.*\S)?$/));

/**
 * The user attribute that records who set the password. The web app cannot read or write this attribute.
 * Why: docs/decisions/0061-owner-sets-the-password.md
 */
export const ownershipAttribute = "custom:password_owner";
