import * as z from "zod/mini";
import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { readStored, removeListed, removeStored, storedKey } from "../../browser/storage.ts";
import { signInItem } from "../../browser/stored-before-app.ts";
import { isLastSignInKey, lastUserName } from "./stored-user.ts";

/** In characters. The last characters of a token are enough to identify the token. */
const markLength = 16;

const Claims = z.object({ exp: z.number(), sub: z.string() });

const IdentityClaims = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  // Only users of an external provider have this claim.
  identities: z.optional(z.unknown()),
});

export type SignedInLearner = { userId: string; email: string; accountName: string; provider: IdentityProvider };

export type StoredToken = {
  token: string;
  userId: string;
  /** By this device's clock, in ms since 1970. */
  expiresAtMs: number;
};

const read = (name: string) => readStored(signInItem, { name });

export const lastUserKey = (clientId: string) => storedKey(signInItem, { name: lastUserName(clientId) });

export function hasStoredTokens(clientId: string): boolean {
  return read(lastUserName(clientId)) !== null;
}

export function removeStoredTokens(clientId: string): void {
  const user = read(lastUserName(clientId));
  if (user === null) return;
  removeListed(signInItem, { name: `${clientId}.${user}.` });
  removeStored(signInItem, { name: lastUserName(clientId) });
}

export function isLastSignInKeyOf(key: string, clientId: string): boolean {
  return key.startsWith(storedKey(signInItem, { name: `${clientId}.` })) && isLastSignInKey(key);
}

/** May stay true after a tab went to the hosted pages and did not return. */
export const isSignInRedirectPending = (clientId: string): boolean => read(`${clientId}.inflightOAuth`) === "true";

/** Clears a pending redirect, because Amplify may wait for the end of the redirect before it reads tokens. */
export function clearSignInRedirect(clientId: string): void {
  for (const name of ["inflightOAuth", "inflightOAuthDeadline", "oauthPKCE", "oauthState"]) {
    removeStored(signInItem, { name: `${clientId}.${name}` });
  }
}

function parsePayload<Schema extends z.ZodMiniType>(token: string, schema: Schema): z.output<Schema> | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return z.parse(schema, JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/**
 * Identifies the stored tokens. Amplify writes the access token before the refresh token, so the mark contains the end
 * of both.
 */
export function storedTokenMark(clientId: string): string {
  const user = read(lastUserName(clientId));
  const end = (name: string) => read(`${clientId}.${user}.${name}`)?.slice(-markLength) ?? "";
  return end("accessToken") + end("refreshToken");
}

/** Returns the access token, which may have expired. */
export function storedToken(clientId: string): StoredToken | null {
  const user = read(lastUserName(clientId));
  const token = read(`${clientId}.${user}.accessToken`);
  if (user === null || token === null) return null;
  // The user pool's clock minus this device's clock.
  const driftMs = Number(read(`${clientId}.${user}.clockDrift`)) || 0;
  const claims = parsePayload(token, Claims);
  return claims && { token, userId: claims.sub, expiresAtMs: claims.exp * 1000 - driftMs };
}

/** Returns the learner of the stored tokens, which may have expired. */
export function storedLearner(clientId: string): SignedInLearner | null {
  const token = read(`${clientId}.${read(lastUserName(clientId))}.idToken`);
  const claims = token === null ? null : parsePayload(token, IdentityClaims);
  if (!claims) return null;
  const { sub, email = "", name = "", identities } = claims;
  return { userId: sub, email, accountName: name, provider: identities === undefined ? "email" : "google" };
}
