import {
  CodeMismatchException,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ExpiredCodeException,
  InvalidLambdaResponseException,
  LimitExceededException,
  NotAuthorizedException,
  TooManyFailedAttemptsException,
  UnexpectedLambdaException,
  UserLambdaValidationException,
} from "@aws-sdk/client-cognito-identity-provider";
import { Refusal } from "../../domain/http/refusal.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type SignUpToConfirm = {
  email: string;
  code: string;
  /** Sent to the post-confirmation trigger, which creates the profile. */
  fullName: string | undefined;
  /** Result of `encodePasswordClaim`. Sent to the post-confirmation trigger, which stores the claim. */
  passwordClaim: string;
};

export type SignUpConfirmation = {
  /**
   * The result "confirmed before" does not mean that the code is correct.
   * @throws Refusal "code_mismatch", "code_expired", "too_many_requests"
   */
  confirm: (signUp: SignUpToConfirm) => Promise<"confirmed" | "confirmed before">;
};

const expiredText = "This code has expired or has already been used. Request a new one.";
const tooManyText = "Too many attempts. Please wait a while and try again.";

/**
 * Cognito's errors: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html
 */
function toSignUpRefusal(error: unknown): unknown {
  if (error instanceof CodeMismatchException) return new Refusal("code_mismatch", "Invalid verification code");
  if (error instanceof ExpiredCodeException) return new Refusal("code_expired", expiredText);
  // These two errors may concern a single user, unlike `TooManyRequestsException`.
  const isTooMany = error instanceof LimitExceededException || error instanceof TooManyFailedAttemptsException;
  return isTooMany ? new Refusal("too_many_requests", tooManyText) : error;
}

// The trigger runs after the confirmation, so the email remains confirmed if the trigger fails. `readAccount` creates a
// missing profile.
const isTriggerError = (error: unknown) =>
  error instanceof UserLambdaValidationException ||
  error instanceof UnexpectedLambdaException ||
  error instanceof InvalidLambdaResponseException;

export function createSignUpConfirmation(clientId: string): SignUpConfirmation {
  const cognito = createAwsClient((settings) => new CognitoIdentityProviderClient(settings), "trigger");
  return {
    confirm: async ({ email, code, fullName, passwordClaim }) => {
      const command = new ConfirmSignUpCommand({
        ClientId: clientId,
        Username: email,
        ConfirmationCode: code,
        ClientMetadata: { password_owed: passwordClaim, ...(fullName === undefined ? {} : { full_name: fullName }) },
      });
      try {
        await cognito.send(command);
      } catch (error) {
        // Cognito returns this error if the user is already confirmed.
        if (error instanceof NotAuthorizedException) return "confirmed before";
        if (!isTriggerError(error)) throw toSignUpRefusal(error);
      }
      return "confirmed";
    },
  };
}
