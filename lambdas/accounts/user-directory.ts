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
/** One of the accounts with an e-mail. Until it is confirmed, nobody knows whether the e-mail is its maker's. */
export type EmailAccount = { username: string; provider: IdentityProvider; confirmed: boolean };
/** A user as an access token names them. An outside provider's user name passes on to whoever signs up anew with it. */
export type NamedUser = { userId: string; username: string };

export type UserDirectory = {
  /** The accounts with this e-mail, of which one at most should be confirmed. */
  accountsOf: (email: string) => Promise<readonly EmailAccount[]>;
  /** What is held on a user; null if the user is gone, even if another one has the user name now. */
  get: (user: NamedUser) => Promise<DirectoryUser | null>;
  /** Ends all sessions of a user. Access tokens that the API takes go on until they expire, an hour at most. */
  signOutEverywhere: (username: string) => Promise<void>;
  /**
   * Sets the password, and the name if one is given, of the user with this email, and only then lets them log in with a
   * password. A call that failed can be repeated.
   */
  takeOver: (email: string, by: { password: string; fullName: string | undefined }) => Promise<void>;
  /** The attribute that records who set the password, as in `password-ownership.ts`; "" if there is none. */
  passwordOwner: (email: string) => Promise<string>;
  /** Stores that attribute. */
  notePasswordOwner: (username: string, owner: string) => Promise<void>;
  /** Removes a user, with all sessions; nothing happens if the user is gone. */
  remove: (user: NamedUser) => Promise<void>;
  /** Removes a user who is not confirmed; nothing happens if the user is gone, or confirmed by now. */
  removeUnconfirmed: (username: string) => Promise<void>;
};

// Cognito searches for no more, and gives nobody a user name of more than 128 characters.
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

/** The Cognito user pool as a directory of people. */
export function createUserDirectory(userPoolId: string): UserDirectory {
  const cognito = createAwsClient((settings) => new CognitoIdentityProviderClient(settings));
  const accountsOf: UserDirectory["accountsOf"] = async (email) => {
    const quoted = email.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    const Filter = `email = "${quoted}"`;
    if (Filter.length > maxFilterLength) return [];
    // Letter case makes no difference to a search.
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
    takeOver: async (email, { password, fullName }) => {
      const user = { UserPoolId: userPoolId, Username: email };
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
      // Last: until then the trigger refuses every log-in, because the password may be that of a stranger who signed up.
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
