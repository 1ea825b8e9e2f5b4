import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { createAwsClient } from "../runtime/time-limits.ts";

export type SessionCheck = {
  /** Rejects if the user pool cannot be asked. */
  holds: (accessToken: string) => Promise<boolean>;
};

/**
 * After a log-out everywhere, the user pool refuses the token, even if its signature is valid and it has not expired:
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
