import Stripe from "stripe";
import { PublishFailure } from "../../content/publishing/publish-failure.ts";

/** A failure that one sentence explains to the operator, who is told how to go on. */
export class DeployFailure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "DeployFailure";
  }
}

const signIn = "sign in again (aws sso login, or new keys in the environment)";

/** What AWS calls a session that is over, keys that it does not know, and their absence. */
const credentialSentences: Readonly<Record<string, string>> = {
  ExpiredToken: `The AWS session has expired: ${signIn}.`,
  ExpiredTokenException: `The AWS session has expired: ${signIn}.`,
  TokenRefreshRequired: `The AWS session has expired: ${signIn}.`,
  TokenProviderError: `The AWS session has expired: ${signIn}.`,
  CredentialsProviderError: `There are no AWS credentials here: ${signIn}, or name a profile in AWS_PROFILE.`,
  InvalidClientTokenId: `AWS does not know these credentials: ${signIn}.`,
  UnrecognizedClientException: `AWS does not know these credentials: ${signIn}.`,
  SignatureDoesNotMatch: `AWS does not accept the secret of these credentials: ${signIn}.`,
};

const refusals = new Set(["AccessDenied", "AccessDeniedException", "UnauthorizedException", "NotAuthorizedException"]);

/** Whether a failure is one of the credentials, which every other call would meet too. */
export const isOfCredentials = (error: unknown) => error instanceof Error && error.name in credentialSentences;

/** What went wrong, in one sentence; null for a fault of the program itself. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DeployFailure || error instanceof PublishFailure) return error.message;
  if (error instanceof Stripe.errors.StripeConnectionError) return `Stripe could not be reached: ${error.message}`;
  if (error instanceof Stripe.errors.StripeError) return `Stripe refused: ${error.message}`;
  const known = credentialSentences[error.name];
  if (known) return known;
  if (refusals.has(error.name)) return `These AWS credentials may not do this: ${error.message}`;
  if ("$fault" in error) return `AWS refused with ${error.name}: ${error.message}`;
  // The SDK says of failures without an answer how often it tried.
  const isOfNetwork = "code" in error || "$metadata" in error;
  // What fetch fails at is its cause.
  if (!isOfNetwork) return error.cause === undefined ? null : explain(error.cause);
  return `The network failed: ${error.message}; see that it is there, and that the stage's file names a region that there is.`;
}
