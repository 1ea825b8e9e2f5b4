import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { IdentityProvider } from "../domain/account.ts";

export type DirectoryUser = {
  email: string;
  emailVerified: boolean;
  fullName: string;
  provider: IdentityProvider;
  createdAt: Date | null;
  changedAt: Date | null;
};
/** A user as an access token names them. An outside provider's user name passes on to whoever signs up anew with it. */
export type NamedUser = { userId: string; username: string };

export type UserDirectory = {
  /** The provider through which an account with this e-mail signs in; null if there is none. */
  providerOf: (email: string) => Promise<IdentityProvider | null>;
  /** The providers of all accounts with this e-mail, of which there should be one at most. */
  providersOf: (email: string) => Promise<readonly IdentityProvider[]>;
  /** What is held on a user; null if the user is gone, even if another one has the user name now. */
  get: (user: NamedUser) => Promise<DirectoryUser | null>;
  /** Ends all sessions of a user. Access tokens that the API takes go on until they expire, an hour at most. */
  signOutEverywhere: (username: string) => Promise<void>;
  /** Removes a user, with all sessions; nothing happens if the user is gone. */
  remove: (user: NamedUser) => Promise<void>;
};

// Cognito searches for no more, and gives nobody a user name of more than 128 characters.
const longestFilter = 256;

const attribute = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value ?? "";

const providerBy = (status: string | undefined): IdentityProvider =>
  status === "EXTERNAL_PROVIDER" ? "google" : "email";

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserNotFoundException) return null;
    throw error;
  }
}

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
    return Users.map(({ UserStatus }) => providerBy(UserStatus));
  };
  const get: UserDirectory["get"] = async ({ userId, username: Username }) => {
    const found = await unlessGone(cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username })));
    if (!found || attribute(found.UserAttributes, "sub") !== userId) return null;
    return {
      email: attribute(found.UserAttributes, "email"),
      emailVerified: attribute(found.UserAttributes, "email_verified") === "true",
      fullName: attribute(found.UserAttributes, "name"),
      provider: providerBy(found.UserStatus),
      createdAt: found.UserCreateDate ?? null,
      changedAt: found.UserLastModifiedDate ?? null,
    };
  };
  return {
    providersOf,
    providerOf: async (email) => (await providersOf(email))[0] ?? null,
    get,
    signOutEverywhere: async (username) => {
      await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: username }));
    },
    remove: async (user) => {
      if (!(await get(user))) return;
      const { username: Username } = user;
      await unlessGone(cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username })));
    },
  };
}
