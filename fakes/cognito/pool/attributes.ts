import { invalidParameter, notAuthorized } from "./failure.ts";
import type { User } from "./users.ts";

export type AttributeList = { Name: string; Value?: string | undefined }[];

const writable = new Set([
  "address",
  "birthdate",
  "email",
  "family_name",
  "gender",
  "given_name",
  "locale",
  "middle_name",
  "name",
  "nickname",
  "phone_number",
  "picture",
  "preferred_username",
  "profile",
  "updated_at",
  "website",
  "zoneinfo",
]);
// Of the pool's own, which the client may neither read nor write: its settings list those that it may.
const hidden: ReadonlySet<string> = new Set(["custom:password_owner"]);

const readOnly = new Set(["sub", "email_verified", "phone_number_verified", "identities"]);

/**
 * The attributes that a client sends about itself.
 * @throws CognitoFailure for one that the pool does not have, or that clients may not write
 */
export function readAttributes(list: AttributeList): Record<string, string> {
  for (const { Name } of list) {
    if (readOnly.has(Name) || hidden.has(Name))
      throw notAuthorized("A client attempted to write unauthorized attribute");
    if (writable.has(Name)) continue;
    throw invalidParameter(
      `Attributes did not conform to the schema: Type for attribute {${Name}} could not be determined`,
    );
  }
  return Object.fromEntries(list.map(({ Name, Value = "" }) => [Name, Value]));
}

/** The attributes that an administrator sends, of the pool's own too. */
export function readAdminAttributes(list: AttributeList): Record<string, string> {
  const own = list.filter(({ Name }) => hidden.has(Name)).map(({ Name, Value = "" }) => [Name, Value] as const);
  return { ...readAttributes(list.filter(({ Name }) => !hidden.has(Name))), ...Object.fromEntries(own) };
}

/** The attributes that the client may read. */
export function readableAttributes(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !hidden.has(name)));
}

/** Attributes as answers list them. */
export function listAttributes(attributes: Record<string, string>): { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

/** A user as the admin calls answer it, save for the attributes, which each call names in its own way. */
export function describeUser({ username, status, createdAt, modifiedAt }: User) {
  return {
    Username: username,
    UserStatus: status,
    Enabled: true,
    UserCreateDate: createdAt / 1000,
    UserLastModifiedDate: modifiedAt / 1000,
  };
}
