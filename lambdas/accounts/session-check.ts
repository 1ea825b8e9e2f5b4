import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { createAwsClient } from "../runtime/time-limits.ts";

export type SessionCheck = {
  /** Returns true if the session of the token has not ended. Rejects if the user pool does not respond. */
  holds: (accessToken: string) => Promise<boolean>;
};

/**
 * Creates a check that asks the user pool whether it still accepts an access token. After a log-out everywhere, the
 * token's signature remains valid until the token expires, but the pool refuses the token:
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
