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

const readOnly = new Set(["sub", "email_verified", "phone_number_verified", "identities"]);

export type AttributeRules = {
  /** @throws CognitoFailure for an unknown attribute, or one that clients may not write */
  ofClient: (list: AttributeList) => Record<string, string>;
  /**
   * Also allows `email_verified` and the `adminAttributes`, which clients may not write.
   * @throws CognitoFailure
   */
  ofAdmin: (list: AttributeList) => Record<string, string>;
  readable: (attributes: Record<string, string>) => Record<string, string>;
};

export function attributeRules(adminAttributes: readonly string[]): AttributeRules {
  const hidden = new Set(adminAttributes);
  const ofAdminOnly = new Set([...adminAttributes, "email_verified"]);
  const ofClient: AttributeRules["ofClient"] = (list) => {
    for (const { Name } of list) {
      if (readOnly.has(Name) || hidden.has(Name))
        throw notAuthorized("A client attempted to write unauthorized attribute");
      if (writable.has(Name)) continue;
      throw invalidParameter(
        `Attributes did not conform to the schema: Type for attribute {${Name}} could not be determined`,
      );
    }
    return Object.fromEntries(list.map(({ Name, Value = "" }) => [Name, Value]));
  };
  return {
    ofClient,
    ofAdmin: (list) => {
      const own = list
        .filter(({ Name }) => ofAdminOnly.has(Name))
        .map(({ Name, Value = "" }) => [Name, Value] as const);
      return { ...ofClient(list.filter(({ Name }) => !ofAdminOnly.has(Name))), ...Object.fromEntries(own) };
    },
    readable: (attributes) => Object.fromEntries(Object.entries(attributes).filter(([name]) => !hidden.has(name))),
  };
}

export function listAttributes(attributes: Record<string, string>): { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

/** Leaves out the attributes, because admin calls name their field `Attributes` or `UserAttributes`. */
export function describeUser({ username, status, createdAt, modifiedAt }: User) {
  return {
    Username: username,
    UserStatus: status,
    Enabled: true,
    UserCreateDate: createdAt / 1000,
    UserLastModifiedDate: modifiedAt / 1000,
  };
}
