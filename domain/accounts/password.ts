import * as z from "zod/mini";

/** The fewest characters of a password. */
export const minPasswordLength = 6;
/** The most, as Cognito has it: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export const maxPasswordLength = 256;

/** A password as somebody may choose it. From the same page: it neither begins nor ends with a space. */
export const Password = z
  .string()
  .check(z.minLength(minPasswordLength), z.maxLength(maxPasswordLength), z.regex(/^\S(?:.*\S)?$/));

/**
 * The user attribute that records who set the password. Only handlers read and write it.
 * Why: docs/decisions/0061-owner-sets-the-password.md
 */
export const ownershipAttribute = "custom:password_owner";
