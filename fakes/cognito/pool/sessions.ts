import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { CognitoFailure, notAuthorized } from "./failure.ts";

/** Access and id tokens contain `originJti`. `authTime` is in seconds since 1970. */
export type Session = { username: string; originJti: string; authTime: number; scope: string };

/** Access tokens have this scope after a sign-in through the API. Calls with an access token require the scope. */
export const accountScope = "aws.cognito.signin.user.admin";

export type RenewableSession = Session & { refreshToken: string };

export type Sessions = {
  /** `scope` lists the granted scopes, separated by spaces. */
  start: (username: string, scope?: string) => RenewableSession;
  /**
   * Exchanges a refresh token for the next one, which expires at the same time as the first token of the session. A
   * used token stays valid for one minute, because another tab may use that token, or a response may be lost.
   * @throws CognitoFailure NotAuthorizedException, RefreshTokenReuseException
   */
  rotate: (refreshToken: string) => RenewableSession;
  /** Ends the session of the token. Returns false for an unknown token. */
  revoke: (refreshToken: string) => boolean;
  revokeAll: (username: string) => void;
  isRevoked: (originJti: string) => boolean;
};

const lifetimeMs = 30 * 24 * 60 * 60_000;
// The longest grace period that AWS allows for a used token.
const graceMs = 60_000;

const Row = z.object({
  origin_jti: z.string(),
  username: z.string(),
  auth_time: z.number(),
  expires_at: z.number(),
  revoked: z.number(),
  /** The time of the first use in ms since 1970, or 0 for an unused token. */
  used: z.number(),
  scope: z.nullable(z.string()),
});

const createTables = `
  CREATE TABLE IF NOT EXISTS cognito_sessions (
    origin_jti TEXT PRIMARY KEY,
    username TEXT NOT NULL REFERENCES cognito_users (username) ON DELETE CASCADE,
    auth_time INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS cognito_refresh_tokens (
    hash TEXT PRIMARY KEY,
    origin_jti TEXT NOT NULL REFERENCES cognito_sessions (origin_jti) ON DELETE CASCADE,
    used INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS cognito_session_scopes (
    origin_jti TEXT PRIMARY KEY REFERENCES cognito_sessions (origin_jti) ON DELETE CASCADE,
    scope TEXT NOT NULL
  );
`;

const hashOf = (refreshToken: string) => createHash("sha256").update(refreshToken).digest("base64url");

function addRefreshToken(state: DatabaseSync, originJti: string): string {
  const refreshToken = randomBytes(48).toString("base64url");
  state
    .prepare("INSERT INTO cognito_refresh_tokens (hash, origin_jti) VALUES (?, ?)")
    .run(hashOf(refreshToken), originJti);
  return refreshToken;
}

function findByRefreshToken(state: DatabaseSync, refreshToken: string) {
  const row = state
    .prepare(
      `SELECT * FROM cognito_refresh_tokens JOIN cognito_sessions USING (origin_jti)
       LEFT JOIN cognito_session_scopes USING (origin_jti) WHERE hash = ?`,
    )
    .get(hashOf(refreshToken));
  return row ? Row.parse(row) : null;
}

function rotate(state: DatabaseSync, refreshToken: string, at: number): RenewableSession {
  const row = findByRefreshToken(state, refreshToken);
  if (!row) throw notAuthorized("Invalid Refresh Token.");
  if (row.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (row.expires_at <= at) throw notAuthorized("Refresh Token has expired");
  if (row.used && at >= row.used + graceMs) {
    throw new CognitoFailure("RefreshTokenReuseException", "Refresh Token has been rotated");
  }
  state.prepare("UPDATE cognito_refresh_tokens SET used = ? WHERE hash = ? AND used = 0").run(at, hashOf(refreshToken));
  const { username, origin_jti: originJti, auth_time: authTime } = row;
  const refreshed = { username, originJti, authTime, scope: row.scope ?? accountScope };
  return { ...refreshed, refreshToken: addRefreshToken(state, originJti) };
}

export function openSessions(state: DatabaseSync, now: () => Date): Sessions {
  state.exec(createTables);
  const revokeWhere = (condition: string, value: string) =>
    state.prepare(`UPDATE cognito_sessions SET revoked = 1 WHERE ${condition}`).run(value);
  return {
    start: (username, scope = accountScope) => {
      const at = now().getTime();
      const session = { username, originJti: randomUUID(), authTime: Math.floor(at / 1000), scope };
      state
        .prepare("INSERT INTO cognito_sessions (origin_jti, username, auth_time, expires_at) VALUES (?, ?, ?, ?)")
        .run(session.originJti, username, session.authTime, at + lifetimeMs);
      if (scope !== accountScope) {
        state.prepare("INSERT INTO cognito_session_scopes VALUES (?, ?)").run(session.originJti, scope);
      }
      return { ...session, refreshToken: addRefreshToken(state, session.originJti) };
    },
    rotate: (refreshToken) => rotate(state, refreshToken, now().getTime()),
    revoke: (refreshToken) => {
      const row = findByRefreshToken(state, refreshToken);
      if (row) revokeWhere("origin_jti = ?", row.origin_jti);
      return row !== null;
    },
    revokeAll: (username) => {
      revokeWhere("username = ?", username);
    },
    isRevoked: (originJti) => {
      const row = state.prepare("SELECT revoked FROM cognito_sessions WHERE origin_jti = ?").get(originJti);
      return row?.["revoked"] !== 0;
    },
  };
}
