import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** The attribute's value once the owner of the email has set the password. */
export const ownersPassword = "owner";

/** A code from a mail, with the password to set. */
export type Claim = { code: string; password: string };

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;
const prefix = "owed";

const keyOf = ({ code, password }: Claim, salt: Buffer) => derive(`${code}\n${password}`, salt, keyBytes);

/** The attribute's value until the password of this claim is set: a salted key that identifies a retry. */
export async function owedTo(claim: Claim): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(claim, salt);
  return [prefix, salt.toString("base64url"), key.toString("base64url")].join(":");
}

/** Whether the attribute's value was derived from this claim. */
export async function isOwedTo(claim: Claim, value: string): Promise<boolean> {
  const [kind, salt = "", key = ""] = value.split(":");
  if (kind !== prefix) return false;
  const expected = Buffer.from(key, "base64url");
  const given = await keyOf(claim, Buffer.from(salt, "base64url"));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
