import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";

export function poolKey(directory: string): string {
  const state = new DatabaseSync(join(directory, "state.sqlite"), { readOnly: true });
  const row = state.prepare("SELECT value FROM cognito_secrets WHERE name = 'signing-key'").get();
  state.close();
  return String(row?.["value"]);
}

export function otherKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

export async function forgeToken(
  token: string,
  claims: Readonly<Record<string, unknown>>,
  key: string,
): Promise<string> {
  const { kid = "" } = decodeProtectedHeader(token);
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(createPrivateKey(key));
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function replaceClaims(token: string, claims: Readonly<Record<string, unknown>>): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encode({ ...decodeJwt(token), ...claims })}.${signature}`;
}

export function removeSignature(token: string): string {
  return `${encode({ ...decodeProtectedHeader(token), alg: "none" })}.${token.split(".")[1]}.`;
}
