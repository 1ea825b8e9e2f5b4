import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { IdentityProvider } from "../../domain/accounts/account.ts";
import { ownershipAttribute } from "../../domain/accounts/password.ts";
import { createAwsClient } from "../runtime/time-limits.ts";
import { ownerSetPassword } from "./password-ownership.ts";

export type DirectoryUser = {
  email: string;
  emailVerified: boolean;
  fullName: string;
  provider: IdentityProvider;
  createdAt: Date | null;
  changedAt: Date | null;
};
/** The email of an unconfirmed account may belong to someone else. */
export type EmailAccount = { username: string; provider: IdentityProvider; confirmed: boolean };
/** A Google user who is deleted and signs up again gets the same `username`, but another `userId`. */
export type NamedUser = { userId: string; username: string };

export type UserDirectory = {
  /** At most one of the accounts should be confirmed: docs/decisions/0035-one-email-one-provider.md */
  accountsOf: (email: string) => Promise<readonly EmailAccount[]>;
  /** Returns null if the user was deleted, even if another user now has the user name. */
  get: (user: NamedUser) => Promise<DirectoryUser | null>;
  /** Routes that do not check the session still accept an access token until it expires. */
  signOutEverywhere: (username: string) => Promise<void>;
  /**
   * Sets the password, and then records that the owner set it. The user can log in with a password only after this
   * record. A failed call can be repeated.
   */
  assignOwner: (email: string, by: { password: string; fullName: string | undefined }) => Promise<void>;
  /** Returns the attribute that records who set the password (`password-ownership.ts`); "" if it is missing. */
  passwordOwner: (email: string) => Promise<string>;
  notePasswordOwner: (username: string, owner: string) => Promise<void>;
  remove: (user: NamedUser) => Promise<void>;
  removeUnconfirmed: (username: string) => Promise<void>;
};

// The longest filter that Cognito accepts, in characters. A sign-up with a password sends the email as the user name,
// for which Cognito accepts at most 128 characters. So a longer filter would find no account with a password.
const maxFilterLength = 256;

const attribute = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value ?? "";

const unconfirmed = "UNCONFIRMED";

const providerFromStatus = (status: string | undefined): IdentityProvider =>
  status === "EXTERNAL_PROVIDER" ? "google" : "email";

async function nullIfUserNotFound<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserNotFoundException) return null;
    throw error;
  }
}

export function createUserDirectory(userPoolId: string): UserDirectory {
  const cognito = createAwsClient((settings) => new CognitoIdentityProviderClient(settings));
  const accountsOf: UserDirectory["accountsOf"] = async (email) => {
    const quoted = email.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    const Filter = `email = "${quoted}"`;
    if (Filter.length > maxFilterLength) return [];
    const search = new ListUsersCommand({ UserPoolId: userPoolId, Filter, Limit: 10 });
    const { Users = [] } = await cognito.send(search);
    return Users.map(({ Username = "", UserStatus }) => ({
      username: Username,
      provider: providerFromStatus(UserStatus),
      confirmed: UserStatus !== unconfirmed,
    }));
  };
  const get: UserDirectory["get"] = async ({ userId, username: Username }) => {
    const found = await nullIfUserNotFound(cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username })));
    if (!found || attribute(found.UserAttributes, "sub") !== userId) return null;
    return {
      email: attribute(found.UserAttributes, "email"),
      emailVerified: attribute(found.UserAttributes, "email_verified") === "true",
      fullName: attribute(found.UserAttributes, "name"),
      provider: providerFromStatus(found.UserStatus),
      createdAt: found.UserCreateDate ?? null,
      changedAt: found.UserLastModifiedDate ?? null,
    };
  };
  const signOutEverywhere: UserDirectory["signOutEverywhere"] = async (Username) => {
    await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username }));
  };
  const setAttributes = async (Username: string, UserAttributes: AttributeType[]): Promise<void> => {
    const user = { UserPoolId: userPoolId, Username };
    await cognito.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes }));
  };
  const removeByName = (Username: string) =>
    nullIfUserNotFound(cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username })));
  return {
    accountsOf,
    get,
    signOutEverywhere,
    assignOwner: async (email, { password, fullName }) => {
      const user = { UserPoolId: userPoolId, Username: email };
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
      // The ownership is set after the password, because the former password may be a stranger's.
      const name = fullName === undefined ? [] : [{ Name: "name", Value: fullName }];
      await setAttributes(email, [...name, { Name: ownershipAttribute, Value: ownerSetPassword }]);
    },
    passwordOwner: async (Username) => {
      const found = await cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username }));
      return attribute(found.UserAttributes, ownershipAttribute);
    },
    notePasswordOwner: (username, Value) => setAttributes(username, [{ Name: ownershipAttribute, Value }]),
    remove: async (user) => {
      if (await get(user)) await removeByName(user.username);
    },
    removeUnconfirmed: async (username) => {
      const command = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: username });
      const found = await nullIfUserNotFound(cognito.send(command));
      if (found?.UserStatus === unconfirmed) await removeByName(username);
    },
  };
}
