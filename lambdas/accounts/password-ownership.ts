import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** The attribute's value once the owner of the email has set the password. */
export const ownerSetPassword = "owner";

/** A code from a mail, with the password to set. */
export type PasswordSetupClaim = { code: string; password: string };

const deriveKey = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;
const pendingPrefix = "owed";

const keyOf = ({ code, password }: PasswordSetupClaim, salt: Buffer) =>
  deriveKey(`${code}\n${password}`, salt, keyBytes);

/** The attribute's value until the password of this claim is set: a salted key that identifies a retry. */
export async function encodePasswordClaim(claim: PasswordSetupClaim): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(claim, salt);
  return [pendingPrefix, salt.toString("base64url"), key.toString("base64url")].join(":");
}

/** Whether the attribute's value was derived from this claim. */
export async function matchesPasswordClaim(claim: PasswordSetupClaim, value: string): Promise<boolean> {
  const [kind, salt = "", key = ""] = value.split(":");
  if (kind !== pendingPrefix) return false;
  const expected = Buffer.from(key, "base64url");
  const given = await keyOf(claim, Buffer.from(salt, "base64url"));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
