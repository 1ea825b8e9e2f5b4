import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { identityProviders } from "../domain/api.ts";

export type IdentityProvider = (typeof identityProviders)[number];
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
  /** What is held on a user; null if the user is gone, even if another one has the user name now. */
  get: (user: NamedUser) => Promise<DirectoryUser | null>;
  /** Removes a user, with all sessions; nothing happens if the user is gone. */
  remove: (user: NamedUser) => Promise<void>;
};

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
    providerOf: async (email) => {
      const quoted = email.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
      const { Users: [user] = [] } = await cognito.send(
        new ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${quoted}"`, Limit: 1 }),
      );
      if (!user) return null;
      return providerBy(user.UserStatus);
    },
    get,
    remove: async (user) => {
      if (!(await get(user))) return;
      const { username: Username } = user;
      await unlessGone(cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username })));
    },
  };
}
