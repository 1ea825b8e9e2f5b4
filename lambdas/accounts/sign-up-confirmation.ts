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
  /** For the trigger that makes the profile. */
  fullName: string | undefined;
  /** For the trigger, which stores it if the code is right: see `owedTo`. */
  passwordClaim: string;
};

export type SignUpConfirmation = {
  /**
   * Confirms an email with the code that was sent to it; "confirmed before" if it was, whatever the code.
   * @throws Refusal "code_mismatch", "code_expired", "too_many_requests"
   */
  confirm: (signUp: SignUpToConfirm) => Promise<"confirmed" | "confirmed before">;
};

const expiredText = "This code has expired or has already been used. Request a new one.";
const tooManyText = "Too many attempts. Please wait a while and try again.";

/** Cognito's answers: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html */
function toSignUpRefusal(error: unknown): unknown {
  if (error instanceof CodeMismatchException) return new Refusal("code_mismatch", "Invalid verification code");
  if (error instanceof ExpiredCodeException) return new Refusal("code_expired", expiredText);
  // Both are about this user; `TooManyRequestsException` is about the load of the whole user pool.
  const isTooMany = error instanceof LimitExceededException || error instanceof TooManyFailedAttemptsException;
  return isTooMany ? new Refusal("too_many_requests", tooManyText) : error;
}

// The one trigger that is called then comes after the confirmation, which stands whatever becomes of the trigger. Its
// profile is made up for when the account is first read.
const isTriggerError = (error: unknown) =>
  error instanceof UserLambdaValidationException ||
  error instanceof UnexpectedLambdaException ||
  error instanceof InvalidLambdaResponseException;

/** Confirms sign-ups as the web app's client of the user pool. */
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
        // Cognito says so of a user who is confirmed: nobody else can be unauthorized for a call that anybody may make.
        if (error instanceof NotAuthorizedException) return "confirmed before";
        if (!isTriggerError(error)) throw toSignUpRefusal(error);
      }
      return "confirmed";
    },
  };
}
