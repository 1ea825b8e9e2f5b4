import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { describeUser, listAttributes } from "../pool/attributes.ts";
import { CognitoFailure, invalidParameter, notAuthorized, notModelled, userNotFound } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-rules.ts";
import type { Pool } from "../pool/pool.ts";
import { deriveVerifier } from "../pool/srp.ts";
import type { User, UserFilter } from "../pool/users.ts";
import { adminOperation, type Operation } from "./operation.ts";
import { AttributeList, ClientMetadata, Password, Username } from "./parameters.ts";

const maxPageSize = 60;

const ListUsersInput = z.object({
  Filter: z._default(z.string().check(z.maxLength(256)), ""),
  Limit: z._default(z.int().check(z.gte(0), z.lte(maxPageSize)), maxPageSize),
  PaginationToken: z._default(z.string(), ""),
  AttributesToGet: z.optional(z.array(z.string())),
});

function parseFilter(filter: string): UserFilter | null {
  if (filter.trim() === "") return null;
  const [, field, operator, quoted = ""] = /^\s*([\w:]+)\s*(=|\^=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (!field) throw invalidParameter("Error while parsing filter.");
  const value = quoted.replace(/\\(.)/g, "$1");
  if (operator === "=" && (field === "email" || field === "sub" || field === "username")) return { field, value };
  throw notModelled(`the filter ${field} ${operator}`);
}

function parsePage(token: string): number {
  if (token === "") return 0;
  if (!/^\d{1,9}$/.test(token)) throw invalidParameter("Invalid pagination token given.");
  return Number(token);
}

const listUsers = adminOperation(ListUsersInput, ({ Filter, Limit, PaginationToken, AttributesToGet }, { users }) => {
  const limit = Limit || maxPageSize;
  const skip = parsePage(PaginationToken);
  const found = users.list(parseFilter(Filter), limit + 1, skip);
  const page = found.slice(0, limit);
  return {
    Users: page.map((user) => ({
      ...describeUser(user),
      Attributes: listAttributes(user.attributes).filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
    })),
    ...(found.length > limit && { PaginationToken: String(skip + limit) }),
  };
});

function requireUser({ users }: Pool, login: string): User {
  const user = users.byLogin(login);
  if (!user) throw userNotFound();
  return user;
}

const adminGetUser = adminOperation(z.object({ Username }), ({ Username }, pool) => {
  const user = requireUser(pool, Username);
  return { ...describeUser(user), UserAttributes: listAttributes(user.attributes) };
});

const AdminCreateUserInput = z.object({
  Username,
  UserAttributes: z._default(AttributeList, []),
  ValidationData: z._default(AttributeList, []),
  MessageAction: z.optional(z.string()),
  TemporaryPassword: z.optional(z.string()),
  ClientMetadata,
});

/**
 * Does not run the post confirmation trigger.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
const adminCreateUser = adminOperation(AdminCreateUserInput, async (input, pool) => {
  const { users, triggers, attributeRules, poolName } = pool;
  if (input.MessageAction !== "SUPPRESS") throw notModelled("invitations by email");
  if (input.TemporaryPassword !== undefined) throw notModelled("temporary passwords");
  const attributes = attributeRules.ofAdmin(input.UserAttributes);
  const { email = input.Username } = attributes;
  if (email.toLowerCase() !== input.Username.toLowerCase()) {
    throw invalidParameter("The username and the attribute email must be the same address.");
  }
  const username = randomUUID();
  await triggers.preSignUp({
    source: "PreSignUp_AdminCreateUser",
    username,
    attributes: { ...attributes, email },
    validationData: Object.fromEntries(input.ValidationData.map(({ Name, Value = "" }) => [Name, Value])),
    clientMetadata: input.ClientMetadata,
  });
  if (users.byLogin(email)) throw new CognitoFailure("UsernameExistsException", "User account already exists");
  const user = users.add({
    username,
    signInEmail: email,
    status: "FORCE_CHANGE_PASSWORD",
    attributes: { sub: username, ...attributes, email },
    password: deriveVerifier(poolName, username, randomBytes(32).toString("hex")),
  });
  return { User: { ...describeUser(user), Attributes: listAttributes(user.attributes) } };
});

const AdminUpdateUserAttributesInput = z.object({ Username, UserAttributes: AttributeList });

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html */
const adminUpdateUserAttributes = adminOperation(
  AdminUpdateUserAttributesInput,
  ({ Username, UserAttributes }, pool) => {
    const attributes = pool.attributeRules.ofAdmin(UserAttributes);
    if ("email" in attributes) throw notModelled("a change of email");
    pool.users.setAttributes(requireUser(pool, Username).username, attributes);
    return {};
  },
);

const AdminSetUserPasswordInput = z.object({ Username, Password, Permanent: z._default(z.boolean(), false) });

/**
 * A permanent password confirms the user, but does not verify the email or end sessions.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html
 */
const adminSetUserPassword = adminOperation(AdminSetUserPasswordInput, ({ Username, Password, Permanent }, pool) => {
  const { users, lockout, poolName } = pool;
  if (!Permanent) throw notModelled("temporary passwords");
  refuseWeakPassword(Password);
  const user = requireUser(pool, Username);
  users.setPassword(user.username, deriveVerifier(poolName, user.username, Password));
  if (user.status !== "CONFIRMED") users.confirmUnverified(user.username);
  lockout.forget(user.username);
  return {};
});

/**
 * Does not verify the email.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminConfirmSignUp.html
 */
const adminConfirmSignUp = adminOperation(
  z.object({ Username, ClientMetadata }),
  async ({ Username, ClientMetadata }, pool) => {
    const { username, status } = requireUser(pool, Username);
    if (status !== "UNCONFIRMED") throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
    pool.users.confirmUnverified(username);
    await pool.triggers.postConfirmation("PostConfirmation_ConfirmSignUp", requireUser(pool, Username), ClientMetadata);
    return {};
  },
);

const adminUserGlobalSignOut = adminOperation(z.object({ Username }), ({ Username }, pool) => {
  pool.sessions.revokeAll(requireUser(pool, Username).username);
  return {};
});

const adminDeleteUser = adminOperation(z.object({ Username }), ({ Username }, pool) => {
  pool.users.remove(requireUser(pool, Username).username);
  return {};
});

export const adminOperations = {
  AdminCreateUser: adminCreateUser,
  ListUsers: listUsers,
  AdminGetUser: adminGetUser,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminSetUserPassword: adminSetUserPassword,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  AdminDeleteUser: adminDeleteUser,
} satisfies Record<string, Operation>;
