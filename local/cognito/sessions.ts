import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { CognitoFailure, notAuthorized } from "./failure.ts";

/** What one sign-in gave: every token of it carries `originJti`. */
export type Session = { username: string; originJti: string; authTime: number };

/** A session with a refresh token that has not been used. */
export type RenewableSession = Session & { refreshToken: string };

export type Sessions = {
  start: (username: string) => RenewableSession;
  /**
   * Uses a refresh token up and gives the next one, which ends when the first would have ended.
   * @throws CognitoFailure NotAuthorizedException, RefreshTokenReuseException
   */
  rotate: (refreshToken: string) => RenewableSession;
  /** Ends the session of a refresh token; false if there is no such token. */
  revoke: (refreshToken: string) => boolean;
  revokeAll: (username: string) => void;
  isRevoked: (originJti: string) => boolean;
};

const lifetimeMs = 30 * 24 * 60 * 60_000;

const Row = z.object({
  origin_jti: z.string(),
  username: z.string(),
  auth_time: z.number(),
  expires_at: z.number(),
  revoked: z.number(),
  used: z.number(),
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
    .prepare("SELECT * FROM cognito_refresh_tokens JOIN cognito_sessions USING (origin_jti) WHERE hash = ?")
    .get(hashOf(refreshToken));
  return row ? Row.parse(row) : null;
}

function rotate(state: DatabaseSync, refreshToken: string, at: number): RenewableSession {
  const row = findByRefreshToken(state, refreshToken);
  if (!row) throw notAuthorized("Invalid Refresh Token.");
  if (row.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (row.expires_at <= at) throw notAuthorized("Refresh Token has expired");
  if (row.used) throw new CognitoFailure("RefreshTokenReuseException", "Refresh Token has been rotated");
  state.prepare("UPDATE cognito_refresh_tokens SET used = 1 WHERE hash = ?").run(hashOf(refreshToken));
  const { username, origin_jti: originJti, auth_time: authTime } = row;
  return { username, originJti, authTime, refreshToken: addRefreshToken(state, originJti) };
}

/** The sessions in `state`. */
export function openSessions(state: DatabaseSync, now: () => Date): Sessions {
  state.exec(createTables);
  const revokeWhere = (condition: string, value: string) =>
    state.prepare(`UPDATE cognito_sessions SET revoked = 1 WHERE ${condition}`).run(value);
  return {
    start: (username) => {
      const at = now().getTime();
      const session = { username, originJti: randomUUID(), authTime: Math.floor(at / 1000) };
      state
        .prepare("INSERT INTO cognito_sessions (origin_jti, username, auth_time, expires_at) VALUES (?, ?, ?, ?)")
        .run(session.originJti, username, session.authTime, at + lifetimeMs);
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
