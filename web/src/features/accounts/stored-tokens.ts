import * as z from "zod/mini";
import { endsAnySignIn, keysOf, lastUserKey } from "./stored-user.ts";

/** How much of a token's end tells it from another, in characters. */
const markLength = 16;

const Claims = z.object({ exp: z.number(), sub: z.string() });

/** The access token as Amplify stores it. */
export type StoredToken = {
  token: string;
  userId: string;
  /** When it ends, by this device's clock, in ms since 1970. */
  expiresAtMs: number;
};

/** Whether somebody is signed in in this browser, as far as it knows. */
export function hasStoredTokens(storage: Pick<Storage, "getItem">, clientId: string): boolean {
  return storage.getItem(lastUserKey(clientId)) !== null;
}

/** Whether a key is the last that Amplify writes when somebody signs in. */
export function endsSignIn(key: string, clientId: string): boolean {
  return key.startsWith(keysOf(clientId)) && endsAnySignIn(key);
}

/** Where Amplify notes that a tab is away at the pages of the user pool. */
export const awayKeys = (clientId: string) =>
  ["inflightOAuth", "inflightOAuthDeadline", "oauthPKCE", "oauthState"].map((name) => keysOf(clientId) + name);

function claimsOf(token: string): z.infer<typeof Claims> | null {
  try {
    const [, payload = ""] = token.split(".");
    return z.parse(Claims, JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return null;
  }
}

/** Tells the stored tokens from others, by the first and the last of them that Amplify writes; "" for none. */
export function storedMark(storage: Pick<Storage, "getItem">, clientId: string): string {
  const user = storage.getItem(lastUserKey(clientId));
  const end = (name: string) => storage.getItem(`${keysOf(clientId)}${user}.${name}`)?.slice(-markLength) ?? "";
  return end("accessToken") + end("refreshToken");
}

/** The access token that is stored in this browser, without asking anybody for a newer one. */
export function storedToken(storage: Pick<Storage, "getItem">, clientId: string): StoredToken | null {
  const user = storage.getItem(lastUserKey(clientId));
  const token = storage.getItem(`${keysOf(clientId)}${user}.accessToken`);
  if (user === null || token === null) return null;
  // How far the user pool's clock is ahead of this device's.
  const driftMs = Number(storage.getItem(`${keysOf(clientId)}${user}.clockDrift`)) || 0;
  const claims = claimsOf(token);
  return claims && { token, userId: claims.sub, expiresAtMs: claims.exp * 1000 - driftMs };
}
