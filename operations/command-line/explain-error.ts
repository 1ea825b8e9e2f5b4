import Stripe from "stripe";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { StageError } from "../../lib/stages.ts";

/** An expected error. The message is for the operator. */
export class CommandError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "CommandError";
  }
}

const signInAdvice = "log in again (aws sso login, or new keys in the environment)";

const credentialErrorSentences: Readonly<Record<string, string>> = {
  ExpiredToken: `The AWS session has expired: ${signInAdvice}.`,
  ExpiredTokenException: `The AWS session has expired: ${signInAdvice}.`,
  TokenRefreshRequired: `The AWS session has expired: ${signInAdvice}.`,
  TokenProviderError: `The AWS session has expired: ${signInAdvice}.`,
  CredentialsProviderError: `No AWS credentials were found: ${signInAdvice}, or set AWS_PROFILE.`,
  InvalidClientTokenId: `AWS does not know these credentials: ${signInAdvice}.`,
  UnrecognizedClientException: `AWS does not know these credentials: ${signInAdvice}.`,
  SignatureDoesNotMatch: `AWS does not accept the secret of these credentials: ${signInAdvice}.`,
};

/** The error's path follows a colon at the end. */
const fileErrorSentences: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full: free some space, then repeat the command. Finished work is kept.",
  EACCES: "There is no permission to read or write this:",
  EROFS: "This is read-only:",
  ENOENT: "This does not exist:",
  ENOTDIR: "This is not a directory:",
  EEXIST: "This already exists:",
  EISDIR: "This is a directory, not a file:",
};

const accessDeniedCodes = new Set([
  "AccessDenied",
  "AccessDeniedException",
  "UnauthorizedException",
  "NotAuthorizedException",
]);

export function explainError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof CommandError || error instanceof StageError) return error.message;
  if (error instanceof Stripe.errors.StripeConnectionError) return `Stripe could not be reached: ${error.message}`;
  if (error instanceof Stripe.errors.StripeError) return `Stripe refused: ${error.message}`;
  const known = credentialErrorSentences[error.name];
  if (known) return known;
  if (accessDeniedCodes.has(error.name)) return `These AWS credentials lack a permission: ${error.message}`;
  if ("$fault" in error) return `AWS refused with ${error.name}: ${error.message}`;
  const ofFile = "code" in error ? fileErrorSentences[String(error.code)] : undefined;
  if (ofFile)
    return ofFile.endsWith(":") && "path" in error ? `${ofFile} ${escapeUnprintable(String(error.path))}` : ofFile;
  // The SDK also adds `$metadata` to network errors.
  const isOfNetwork = ("code" in error && !String(error.code).startsWith("ERR_")) || "$metadata" in error;
  // `fetch` throws an error whose cause is the network error.
  if (!isOfNetwork) return error.cause === undefined ? null : explainError(error.cause);
  return `The network failed: ${error.message}. Check the connection, and the region in the stage's file.`;
}
