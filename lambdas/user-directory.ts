import {
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { identityProviders } from "../domain/api.ts";

export type IdentityProvider = (typeof identityProviders)[number];
export type DirectoryUser = { email: string; fullName: string };

export type UserDirectory = {
  /** The provider through which an account with this e-mail signs in; null if there is none. */
  providerOf: (email: string) => Promise<IdentityProvider | null>;
  /** E-mail and name of a user by their user name in the pool. */
  get: (username: string) => Promise<DirectoryUser>;
};

const attribute = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value ?? "";

/** The Cognito user pool as a directory of people. */
export function userDirectoryIn(userPoolId: string): UserDirectory {
  const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3 });
  return {
    providerOf: async (email) => {
      const quoted = email.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
      const { Users: [user] = [] } = await cognito.send(
        new ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${quoted}"`, Limit: 1 }),
      );
      if (!user) return null;
      return user.UserStatus === "EXTERNAL_PROVIDER" ? "google" : "email";
    },
    get: async (username) => {
      const { UserAttributes } = await cognito.send(
        new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username }),
      );
      return { email: attribute(UserAttributes, "email"), fullName: attribute(UserAttributes, "name") };
    },
  };
}
