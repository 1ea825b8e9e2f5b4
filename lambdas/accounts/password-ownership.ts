import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** Value of `ownershipAttribute` after the owner of the email has set the password. */
export const ownerSetPassword = "owner";

export type PasswordSetupClaim = { code: string; password: string };

const deriveKey = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;
const pendingPrefix = "owed";

const keyOf = ({ code, password }: PasswordSetupClaim, salt: Buffer) =>
  deriveKey(`${code}\n${password}`, salt, keyBytes);

/** The hash identifies a retry of `confirm-email`. */
export async function encodePasswordClaim(claim: PasswordSetupClaim): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(claim, salt);
  return [pendingPrefix, salt.toString("base64url"), key.toString("base64url")].join(":");
}

export async function matchesPasswordClaim(claim: PasswordSetupClaim, value: string): Promise<boolean> {
  const [kind, salt = "", key = ""] = value.split(":");
  if (kind !== pendingPrefix) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await keyOf(claim, Buffer.from(salt, "base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
