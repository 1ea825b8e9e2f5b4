import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import type { Exchange } from "./srp.ts";

export type SrpChallenge = { username: string; clientA: string; exchange: Exchange };

export type SrpChallenges = {
  put: (challenge: SrpChallenge) => string;
  /** Removes the challenge, because a challenge allows one proof. */
  take: (secretBlock: string) => SrpChallenge | "expired" | null;
};

// AWS's default duration of an authentication session.
const lifetimeMs = 3 * 60_000;

const Row = z.object({
  username: z.string(),
  client_a: z.string(),
  b: z.string(),
  server_b: z.string(),
  expires_at: z.number(),
});

export function openSrpChallenges(state: DatabaseSync, now: () => Date): SrpChallenges {
  state.exec(`CREATE TABLE IF NOT EXISTS cognito_srp_challenges (
    secret_block TEXT PRIMARY KEY,
    username TEXT NOT NULL,
    client_a TEXT NOT NULL,
    b TEXT NOT NULL,
    server_b TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  )`);
  return {
    put: ({ username, clientA, exchange }) => {
      const at = now().getTime();
      // Expired challenges are stored for a day, so that a late proof receives the error of an expired session.
      state.prepare("DELETE FROM cognito_srp_challenges WHERE expires_at < ?").run(at - 24 * 60 * 60_000);
      const secretBlock = randomBytes(48).toString("base64");
      state
        .prepare("INSERT INTO cognito_srp_challenges VALUES (?, ?, ?, ?, ?, ?)")
        .run(secretBlock, username, clientA, exchange.b, exchange.B, at + lifetimeMs);
      return secretBlock;
    },
    take: (secretBlock) => {
      const found = state
        .prepare("DELETE FROM cognito_srp_challenges WHERE secret_block = ? RETURNING *")
        .get(secretBlock);
      if (!found) return null;
      const { username, client_a, b, server_b, expires_at } = Row.parse(found);
      if (expires_at <= now().getTime()) return "expired";
      return { username, clientA: client_a, exchange: { b, B: server_b } };
    },
  };
}
