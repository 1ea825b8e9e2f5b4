import * as z from "zod/mini";
import { readStored, removeStored, storedKey } from "../../browser/storage.ts";
import { signInItem } from "../../browser/stored-before-app.ts";
import { isLastSignInKey, lastUserName } from "./stored-user.ts";

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

const read = (name: string) => readStored(signInItem, { name });

/** Where Amplify stores who is signed in with a client. */
export const lastUserKey = (clientId: string) => storedKey(signInItem, { name: lastUserName(clientId) });

/** Whether somebody is signed in in this browser, as far as it knows. */
export function hasStoredTokens(clientId: string): boolean {
  return read(lastUserName(clientId)) !== null;
}

/** Whether a key is the last that Amplify writes when somebody signs in. */
export function isLastSignInKeyOf(key: string, clientId: string): boolean {
  return key.startsWith(storedKey(signInItem, { name: `${clientId}.` })) && isLastSignInKey(key);
}

/** Whether a tab of this browser is away at the pages of the user pool, or never came back from there. */
export const isSignInRedirectPending = (clientId: string): boolean => read(`${clientId}.inflightOAuth`) === "true";

/** Forgets that a tab is away: until then Amplify would wait for its end. */
export function clearSignInRedirect(clientId: string): void {
  for (const name of ["inflightOAuth", "inflightOAuthDeadline", "oauthPKCE", "oauthState"]) {
    removeStored(signInItem, { name: `${clientId}.${name}` });
  }
}

function parseClaims(token: string): z.infer<typeof Claims> | null {
  try {
    const [, payload = ""] = token.split(".");
    return z.parse(Claims, JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return null;
  }
}

/** Tells the stored tokens from others, by the first and the last of them that Amplify writes; "" for none. */
export function storedTokenMark(clientId: string): string {
  const user = read(lastUserName(clientId));
  const end = (name: string) => read(`${clientId}.${user}.${name}`)?.slice(-markLength) ?? "";
  return end("accessToken") + end("refreshToken");
}

/** The access token that is stored in this browser, without asking anybody for a newer one. */
export function storedToken(clientId: string): StoredToken | null {
  const user = read(lastUserName(clientId));
  const token = read(`${clientId}.${user}.accessToken`);
  if (user === null || token === null) return null;
  // How far the user pool's clock is ahead of this device's.
  const driftMs = Number(read(`${clientId}.${user}.clockDrift`)) || 0;
  const claims = parseClaims(token);
  return claims && { token, userId: claims.sub, expiresAtMs: claims.exp * 1000 - driftMs };
}
