import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { calculateJwkThumbprint, errors, exportJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import type { AttributeRules } from "./attributes.ts";
import { notAuthorized } from "./failure.ts";
import type { RenewableSession, Session } from "./sessions.ts";
import type { User } from "./users.ts";

export function getOrCreateSecret(state: DatabaseSync, name: string, make: () => string): string {
  state.exec("CREATE TABLE IF NOT EXISTS cognito_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const row = state.prepare("SELECT value FROM cognito_secrets WHERE name = ?").get(name);
  if (row) return String(row["value"]);
  const value = make();
  state.prepare("INSERT INTO cognito_secrets (name, value) VALUES (?, ?)").run(name, value);
  return value;
}

export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
  ExpiresIn: number;
  TokenType: "Bearer";
};

export type Tokens = {
  jwks: { keys: JWK[] };
  issue: (user: User, session: RenewableSession) => Promise<AuthenticationResult>;
  /** @throws CognitoFailure NotAuthorizedException */
  readAccessToken: (token: string) => Promise<{ username: string; originJti: string; scopes: string[] }>;
};

const lifetimeSeconds = 60 * 60;
const AccessClaims = z.object({
  token_use: z.literal("access"),
  username: z.string(),
  origin_jti: z.string(),
  scope: z.string(),
});
const Identities = z.array(z.record(z.string(), z.unknown()));

/** Cognito puts users of an external provider into a group for that provider. */
function groupClaim({ status }: User, issuer: string): JWTPayload {
  if (status !== "EXTERNAL_PROVIDER") return {};
  return { "cognito:groups": [`${issuer.split("/").at(-1)}_Google`] };
}

/** Id tokens contain the values of an identity as texts, except null. */
function identitiesClaim(identities: string): JWTPayload {
  const texts = Identities.parse(JSON.parse(identities)).map((identity) =>
    Object.fromEntries(Object.entries(identity).map(([name, value]) => [name, value === null ? null : String(value)])),
  );
  return { identities: texts };
}

function idClaims(user: User, clientId: string, { readable }: AttributeRules): JWTPayload {
  const { email_verified, identities, ...attributes } = readable(user.attributes);
  return {
    ...attributes,
    ...(identities && identitiesClaim(identities)),
    ...(email_verified && { email_verified: email_verified === "true" }),
    "cognito:username": user.username,
    aud: clientId,
    token_use: "id",
  };
}

function accessClaims({ username, attributes }: User, clientId: string, scope: string): JWTPayload {
  return { sub: attributes["sub"] ?? username, username, client_id: clientId, token_use: "access", scope };
}

async function loadSigningKey(state: DatabaseSync) {
  // The key is stored, so that tokens stay valid after a restart.
  const pem = getOrCreateSecret(state, "signing-key", () =>
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  );
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { privateKey, publicKey, jwk: { ...jwk, kid, alg: "RS256", use: "sig" } };
}

export async function openTokens(
  state: DatabaseSync,
  { issuer, clientId, now, rules }: { issuer: string; clientId: string; now: () => Date; rules: AttributeRules },
): Promise<Tokens> {
  const { privateKey, publicKey, jwk } = await loadSigningKey(state);
  const sign = (claims: JWTPayload, { originJti, authTime }: Session, eventId: string) => {
    const issuedAt = Math.floor(now().getTime() / 1000);
    return new SignJWT({ ...claims, origin_jti: originJti, event_id: eventId, auth_time: authTime, jti: randomUUID() })
      .setProtectedHeader({ kid: jwk.kid, alg: jwk.alg })
      .setIssuer(issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(privateKey);
  };
  return {
    jwks: { keys: [jwk] },
    issue: async (user, session) => {
      const eventId = randomUUID();
      const groups = groupClaim(user, issuer);
      const access = { ...accessClaims(user, clientId, session.scope), ...groups };
      return {
        AccessToken: await sign(access, session, eventId),
        IdToken: await sign({ ...idClaims(user, clientId, rules), ...groups }, session, eventId),
        RefreshToken: session.refreshToken,
        ExpiresIn: lifetimeSeconds,
        TokenType: "Bearer",
      };
    },
    readAccessToken: async (token) => {
      try {
        const { payload } = await jwtVerify(token, publicKey, { issuer, algorithms: ["RS256"], currentDate: now() });
        const { username, origin_jti, scope } = AccessClaims.parse(payload);
        return { username, originJti: origin_jti, scopes: scope.split(" ") };
      } catch (error) {
        throw notAuthorized(error instanceof errors.JWTExpired ? "Access Token has expired" : "Invalid Access Token");
      }
    },
  };
}
