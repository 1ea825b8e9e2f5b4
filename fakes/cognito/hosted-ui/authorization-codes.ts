import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export type Grant = { username: string; redirectUri: string; scope: string; challenge: string | null };

export type AuthorizationCodes = {
  issue: (grant: Grant) => string;
  /** Invalidates the code. */
  redeem: (code: string) => Grant | null;
};

// https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
const lifetimeMs = 5 * 60_000;

const Row = z.object({
  username: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  challenge: z.nullable(z.string()),
  expires_at: z.number(),
});

const hashOf = (code: string) => createHash("sha256").update(code).digest("base64url");

export function openAuthorizationCodes(state: DatabaseSync, now: () => Date): AuthorizationCodes {
  state.exec(`CREATE TABLE IF NOT EXISTS cognito_authorization_codes (
    hash TEXT PRIMARY KEY,
    username TEXT NOT NULL REFERENCES cognito_users (username) ON DELETE CASCADE,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    challenge TEXT,
    expires_at INTEGER NOT NULL
  )`);
  return {
    issue: ({ username, redirectUri, scope, challenge }) => {
      const at = now().getTime();
      state.prepare("DELETE FROM cognito_authorization_codes WHERE expires_at <= ?").run(at);
      const code = randomUUID();
      state
        .prepare("INSERT INTO cognito_authorization_codes VALUES (?, ?, ?, ?, ?, ?)")
        .run(hashOf(code), username, redirectUri, scope, challenge, at + lifetimeMs);
      return code;
    },
    redeem: (code) => {
      const found = state
        .prepare("DELETE FROM cognito_authorization_codes WHERE hash = ? RETURNING *")
        .get(hashOf(code));
      if (!found) return null;
      const { username, redirect_uri, scope, challenge, expires_at } = Row.parse(found);
      return expires_at <= now().getTime() ? null : { username, redirectUri: redirect_uri, scope, challenge };
    },
  };
}
