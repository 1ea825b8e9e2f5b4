import {
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { IdentityProvider } from "../domain/account-conflict.ts";

export type DirectoryUser = { email: string; fullName: string };

export type UserDirectory = {
  /** The provider through which an account with this e-mail signs in; null if there is none. */
  providerOf: (email: string) => Promise<IdentityProvider | null>;
  /** The providers of all accounts with this e-mail, of which there should be one at most. */
  providersOf: (email: string) => Promise<readonly IdentityProvider[]>;
  /** E-mail and name of a user by their user name in the pool. */
  get: (username: string) => Promise<DirectoryUser>;
  /** Ends all sessions of a user. Access tokens that the API takes go on until they expire, an hour at most. */
  signOutEverywhere: (username: string) => Promise<void>;
};

// Cognito searches for no more, and gives nobody a user name of more than 128 characters.
const longestFilter = 256;

const attribute = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value ?? "";

/** The Cognito user pool as a directory of people. */
export function userDirectoryIn(userPoolId: string): UserDirectory {
  const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3 });
  const providersOf: UserDirectory["providersOf"] = async (email) => {
    const quoted = email.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    const Filter = `email = "${quoted}"`;
    if (Filter.length > longestFilter) return [];
    // Letter case makes no difference to a search.
    const search = new ListUsersCommand({ UserPoolId: userPoolId, Filter, Limit: 10 });
    const { Users = [] } = await cognito.send(search);
    return Users.map(({ UserStatus }) => (UserStatus === "EXTERNAL_PROVIDER" ? "google" : "email"));
  };
  return {
    providersOf,
    providerOf: async (email) => (await providersOf(email))[0] ?? null,
    signOutEverywhere: async (username) => {
      await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: username }));
    },
    get: async (username) => {
      const { UserAttributes } = await cognito.send(
        new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username }),
      );
      return { email: attribute(UserAttributes, "email"), fullName: attribute(UserAttributes, "name") };
    },
  };
}
