import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { createAwsClient } from "../runtime/time-limits.ts";

export type SessionCheck = {
  /** Whether the session of an access token still holds. Rejects if the user pool cannot be asked. */
  holds: (accessToken: string) => Promise<boolean>;
};

/**
 * Asks the user pool whether it still honours an access token. Whoever only checks the signature honours it until it
 * expires, though the learner has signed out everywhere since:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GlobalSignOut.html
 */
export function createSessionCheck(): SessionCheck {
  const cognito = createAwsClient((settings) => new CognitoIdentityProviderClient(settings));
  return {
    holds: async (accessToken) => {
      try {
        await cognito.send(new GetUserCommand({ AccessToken: accessToken }));
        return true;
      } catch (error) {
        if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException) return false;
        throw error;
      }
    },
  };
}
